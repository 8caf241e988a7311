import { expect, test } from 'vitest';
import { createImportFolder } from '../../../../tests/support/import-folder.ts';

/**
 * Texts of the classic editor, and the Markdown of what WordPress shows for them. All but the last
 * were written with the package of WordPress that this project used before.
 */
const TEXTS: readonly (readonly [text: string, markdown: string])[] = [
  ['One paragraph.', 'One paragraph.'],
  ['One.\n\nTwo.\n\n\n\nThree.', 'One.\n\nTwo.\n\nThree.'],
  ['First line\nsecond line', 'First line\\\nsecond line'],
  ['Line<br>\nnext line', 'Line\\\nnext line'],
  ['Line<br />next<br/>and more', 'Line\\\nnext\\\nand more'],
  ['One.<br><br>Two.', 'One.\n\nTwo.'],
  ['One.<br />\n<br />\nTwo.', 'One.\n\nTwo.'],
  ['One.\r\n\r\nTwo\r\nmore.', 'One.\n\nTwo\\\nmore.'],
  ['One.\n   \t\nTwo.', 'One.\n\nTwo.'],
  ['  Spaces around  \n\n  and here  ', 'Spaces around\n\nand here'],
  ['Before\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nafter', 'Before\n\n- a\n- b\n\nafter'],
  ['<ul>\n\t<li>a\n\n\tb</li>\n\t<li>c</li>\n</ul>', '- a\n\n  b\n\n- c'],
  ['<ol><li>a<ul><li>b</li></ul></li></ol>', '1. a\n   - b'],
  ['<h2>Head</h2>\nText below\nin two lines', '## Head\n\nText below\\\nin two lines'],
  ['Text<h3>Head</h3>more', 'Text\n\n### Head\n\nmore'],
  ['<blockquote>A quote.</blockquote>', '> A quote.'],
  ['<blockquote>One.\n\nTwo.</blockquote>\nafter', '> One.\n>\n> Two.\n\nafter'],
  ['<blockquote>\n<p>In its own paragraph.</p>\n</blockquote>', '> In its own paragraph.'],
  ['<pre>code\n\n  more   code\n</pre>\nafter', '```\ncode\n\n  more   code\n```\n\nafter'],
  ['Before <code>a\nb</code> after', 'Before after\n\n```\na\n\nb\n```'],
  [
    '<pre><code class="language-php">echo 1;\n\necho 2;</code></pre>',
    '```php\necho 1;\n\necho 2;\n```',
  ],
  ['<div>bare words</div>', 'bare words'],
  ['<div>one\n\ntwo</div>', 'one\n\ntwo'],
  ['<div>\n\none\n\ntwo\n\n</div>', 'one\n\ntwo'],
  ['<div><p>inside</p>outside</div>', 'inside\n\noutside'],
  ['<p>own</p>\n<p>paragraphs</p>', 'own\n\nparagraphs'],
  ['<p>own\n\nwith a blank line</p>', 'own\n\nwith a blank line'],
  ['<p>own\nwith a line</p>', 'own\\\nwith a line'],
  ['<p>never closed\n\n<p>nor this', 'never closed\n\nnor this'],
  ['a <strong>bold\nword</strong> b', 'a **bold\\\nword** b'],
  ['<strong>bold\n\nover paragraphs</strong>', '**bold**\n\n**over paragraphs**'],
  ['<em>a</em>\n\n<em>b</em>', '*a*\n\n*b*'],
  ['<a href="https://x.example/">a\nlink</a>', '[a\\\nlink](https://x.example/)'],
  [
    '<img src="https://hill.example/wp-content/uploads/2014/03/shop.png" alt="a > b" />\nwords',
    '[Picture: a > b](https://hill.example/wp-content/uploads/2014/03/shop.png)\n\nwords',
  ],
  [
    'words\n\n<img src="https://hill.example/wp-content/uploads/2014/03/shop.png" alt="two\nlines" />\n\nmore',
    'words\n\n[Picture: two lines](https://hill.example/wp-content/uploads/2014/03/shop.png)\n\nmore',
  ],
  ['One\n<hr />\nTwo', 'One\n\n---\n\nTwo'],
  ['<hr>Words', '---\n\nWords'],
  [
    '<table>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n<tr>\n<td>one\ntwo</td>\n<td>c</td>\n</tr>\n</table>\nafter',
    '| a | b |\n| - | - |\n| one two | c |\n\nafter',
  ],
  ['<table><tr><td>x\n\ny</td></tr></table>', 'x\n\ny'],
  ['<dl>\n<dt>term</dt>\n<dd>meaning\nmore</dd>\n</dl>', '- **term**\n\n  meaning\\\n  more'],
  ['<!-- note -->\nwords', 'words'],
  ['words <!-- a\nnote --> more', 'words more'],
  ['words\n\n<!--more-->\n\nrest', 'words\n\nrest'],
  ['<script>a();\n\nb();</script>\nwords', 'words'],
  ['<style>a{}\n\nb{}</style>\nwords', 'words'],
  [
    'https://www.youtube.com/watch?v=abcdefghijk\n\nwords',
    '<https://www.youtube.com/watch?v=abcdefghijk>\n\nwords',
  ],
  ['words\nhttps://vimeo.com/12345\nwords', 'words\\\nhttps\\://vimeo.com/12345\\\nwords'],
  [
    '[caption id="a" align="alignright" width="300"]<img src="https://hill.example/wp-content/uploads/2014/03/shop.png" alt="Shop" /> Our shop[/caption]\nwords',
    '[Picture: Shop](https://hill.example/wp-content/uploads/2014/03/shop.png)\n\nOur shop\n\nwords',
  ],
  ['before [gallery ids="11"] after', 'before\n\nafter'],
  [
    '[code language="js"]\nlet a = 1;\n\nlet b = 2;\n[/code]',
    '```js\nlet a = 1;\n\nlet b = 2;\n```',
  ],
  ['[quote]One.\n\nTwo.[/quote]', '> One.\n>\n> Two.'],
  ['[button url="https://x.example/"]Press[/button]', '[Press](https://x.example/)'],
  [
    '[unknown a="1" \'b c\' d]words\n\nmore[/unknown]',
    '```unconverted\n[unknown a="1" \'b c\' d]\n```\n\nwords\n\nmore',
  ],
  ["[su_spoiler title='A title']Hidden\nwords[/su_spoiler]", '**A title**\n\nHidden\\\nwords'],
  ['a [sic] b [[escaped]] c', 'a \\[sic] b \\[escaped] c'],
  [
    '<figure><img src="https://hill.example/wp-content/uploads/2014/03/shop.png" alt="s" /><figcaption>A\ncaption</figcaption></figure>\nwords',
    '[Picture: s](https://hill.example/wp-content/uploads/2014/03/shop.png)\n\nA\\\ncaption\n\nwords',
  ],
  ['<section>\n<h2>Head</h2>\nwords\n</section>', '## Head\n\nwords'],
  ['<DIV>capital\n\nletters</DIV>', 'capital\n\nletters'],
  ['1 <2 and 3> 4\nend', '1 <2 and 3> 4\\\nend'],
  ['&nbsp;\n\nwords', 'words'],
  ['<p>&nbsp;</p>\n<p></p>words', 'words'],
  ['<span style="color:red">a\n\nb</span>', 'a\n\nb'],
  ['</div>stray end\n\n</p>words', 'stray end\n\nwords'],
  ['<details><summary>Sum</summary>words\n\nmore</details>', '**Sum**\n\nwords\n\nmore'],
  [
    '<video controls>\n<source src="https://hill.example/a.mp4" />\n</video>\nwords',
    'words\n\n[Embedded from hill.example](https://hill.example/a.mp4)',
  ],
  [
    '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>\nwords',
    'words\n\n<https://www.youtube.com/watch?v=abcdefghijk>',
  ],
  ['<center>mid\nline</center>', 'mid\\\nline'],
  ['<ul>\n<li>one<br>\ntwo</li>\n\n<li>three</li>\n</ul>', '- one\\\n  two\n- three'],
  ['x<br>\n\ny<br>z\n<br>q', 'x\n\ny\\\nz\n\nq'],
  ['<div class="a"><div class="b">in\n\nout</div>\nrest</div>', 'in\n\nout\n\nrest'],
  ['<h2>One\nline</h2>', '## One line'],
  ['<address>Street\nTown</address>', 'Street\\\nTown'],
  ['a < b\n\nand c > d', 'a < b\n\nand c > d'],
];

test('texts of the classic editor get the paragraphs and line breaks that WordPress shows', async () => {
  const { add, run, read } = createImportFolder();
  const items = TEXTS.map(
    (
      [text],
      id,
    ) => `<item><title>Text</title><link>https://hill.example/${id}/</link><wp:post_id>${id + 1}</wp:post_id>
<wp:post_name>text-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<wp:post_date_gmt>2014-03-03 09:00:00</wp:post_date_gmt><content:encoded><![CDATA[${text}]]></content:encoded></item>`,
  );
  const { status } = await run(
    add(
      'export.xml',
      `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Hill</title><link>https://hill.example</link>${items.join('')}</channel></rss>`,
    ),
  );
  expect(status).toBe(0);
  const written = TEXTS.map(([text], id) => {
    const file = read(`articles/general/text-${id}.md`);
    return [text, file.replace(/^---[\s\S]*?\n---\n/, '').trim()];
  });
  expect(written).toEqual(TEXTS);
});
