import { expect, test } from 'vitest';
import { createImportFolder } from '../../../../tests/support/import-folder.ts';

function createImport() {
  const { add, run, read, check } = createImportFolder();
  return {
    read,
    check,
    run: (text: string) => run(add('feed.xml', text)),
    report: () => JSON.parse(read('.import/report.json')),
  };
}

const RSS = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>Hill &amp; Mill</title><link>https://hill.example/</link><description>Bread</description><language>en</language>
<item><title>Rye &#8211; at night</title><link>https://hill.example/2014/03/rye/?source=rss</link><guid isPermaLink="false">https://hill.example/?p=1</guid>
<pubDate>Mon, 03 Mar 2014 09:00:00 +0100</pubDate><dc:creator><![CDATA[Ann Hill]]></dc:creator>
<category>Bread</category><category>Night</category><description>Short […]</description>
<content:encoded><![CDATA[<h2>Why</h2><p>Rye&nbsp;rests. See <a href="/2014/03/wheat/">wheat</a>.</p><img src="https://c.example/p.gif" width="1" height="1">
<p>The post <a href="https://hill.example/2014/03/rye/">Rye</a> appeared first on <a href="https://hill.example">Hill</a>.</p>]]></content:encoded></item>
<item><title>Wheat</title><link>https://hill.example/2014/03/wheat/</link><category>Bread</category>
<pubDate>Tue, 04 Mar 2014 09:00:00 GMT</pubDate><author>ann@hill.example (Ann Hill)</author><description>Wheat is next&hellip; [&#8230;]</description>
<enclosure url="https://hill.example/talk.mp3" type="audio/mpeg" length="1"/></item></channel></rss>`;

test('the texts of an RSS feed arrive, and those with a summary only are named', async () => {
  const { run, read, check, report } = createImport();
  const { status, output } = await run(RSS);
  expect([status, output]).toEqual([
    0,
    expect.stringContaining('Feed, 1 file: 2 texts imported into'),
  ]);
  const rye = read('articles/bread/rye.md');
  for (const part of [
    'title: Rye – at night\n',
    'author: ann-hill\n',
    'publishedAt: 2014-03-03T08:00:00Z\n',
    '  - Night\n',
    '  - /2014/03/rye\n',
    '## Why\n',
    '[wheat](/bread/wheat)',
  ])
    expect(rye).toContain(part);
  expect(rye).not.toMatch(/p\.gif|appeared first/);
  expect(read('articles/bread/wheat.md')).toContain('[talk.mp3](https://hill.example/talk.mp3)');
  expect(read('site.yaml')).toContain('name: Hill & Mill\n');
  const notes = report().texts.map((text: { notes: readonly string[] }) => text.notes.join('\n'));
  expect(notes.join('\n')).toContain(
    'the feed has only a summary of this text; the whole text is at https://hill.example/2014/03/wheat/',
  );
  expect((await check()).status).toBe(0);
});

test('Atom with XHTML and an export of Blogger arrive, without settings, and drafts as drafts', async () => {
  const { run, read, check } = createImport();
  const kind = (name: string) =>
    `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${name}"/>`;
  const entry = (id: string, title: string, more: string) =>
    `<entry><id>tag:hill.example,${id}</id><title type="text">${title}</title><published>2014-03-03T09:00:00+01:00</published>
<author><name>Ann Hill</name></author>${more}</entry>`;
  const { output } =
    await run(`<?xml version='1.0'?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://hill.example/"
 xmlns:app="http://www.w3.org/2007/app"><title>Hill</title><link rel="self" href="/feed"/><link rel="alternate" href="https://hill.example/"/>
${entry('1', 'A &amp;lt; B', `${kind('post')}<link rel="alternate" href="https://hill.example/2014/03/tag.html"/><content type="html">&lt;p&gt;Bold &lt;b&gt;words&lt;/b&gt;&lt;/p&gt;</content>`)}
${entry('2', 'Markup', `${kind('post')}<link href="https://hill.example/2014/03/markup.html"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><h2>One &amp; two</h2><ul><li>First</li><li><a href="2014/03/tag.html">tag</a></li></ul></div></content>`)}
${entry('3', 'Later', `${kind('post')}<app:control><app:draft>yes</app:draft></app:control><content type="html">Soon</content>`)}
${entry('4', 'About', `${kind('page')}<link href="https://hill.example/p/about.html"/><content type="html">Us</content>`)}
${entry('5', 'Nice', `${kind('comment')}<content type="html">Nice</content>`)}
${entry('6', 'Template', `${kind('template')}<content type="html">x</content>`)}</feed>`);
  expect(output).toContain('4 texts imported');
  expect(output).toContain('1 comments were counted');
  expect(output).toContain('1 settings and templates of the old site were left out');
  expect(read('articles/general/tag.md')).toMatch(/title: A &lt; B\n[\s\S]*Bold \*\*words\*\*/);
  expect(read('articles/general/markup.md')).toMatch(
    /## One & two\n[\s\S]*- First\n- \[tag\]\(\/general\/tag\)/,
  );
  expect(read('articles/general/later.md')).toContain('draft: true\n');
  expect(read('pages/about.md')).toContain('\nUs\n');
  expect((await check()).status).toBe(0);
});

test('RSS 1.0 arrives', async () => {
  const { run, read } = createImport();
  await run(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://hill.example/"><title>Hill</title><link>https://hill.example/</link><items/></channel>
<item rdf:about="https://hill.example/a"><title>Old feed</title><link>https://hill.example/a</link><description>&lt;p&gt;One.&lt;/p&gt;&lt;p&gt;Two.&lt;/p&gt;</description><dc:date>2004-03-03T09:00:00Z</dc:date></item></rdf:RDF>`);
  expect(read('articles/general/a.md')).toMatch(/title: Old feed\n[\s\S]*\nOne\.\n\nTwo\.\n/);
  expect(read('site.yaml')).toContain('name: Hill\n');
});
