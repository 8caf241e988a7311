import { createWriteStream, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createPhoto } from '../tests/support/photos.ts';
import { createProse, type ProseGenerator } from './made-up-prose.ts';
import { CONTENT_COMMAND, printTable, runMeasured } from './measured.ts';

const HOST = 'https://made-up.example';
const PICTURES = 500;

/**
 * Measures the import of a made-up WordPress export: `--posts 10000` with their pictures, or `--megabytes 1000` of longer posts with
 * comments and attachments.
 */
export async function benchImport(args: readonly string[]): Promise<void> {
  const options = { posts: { type: 'string', default: '10000' }, megabytes: { type: 'string' } } as const;
  const { posts, megabytes } = parseArgs({ args: [...args], options }).values;
  const parent = mkdtempSync(path.join(tmpdir(), 'import-bench-'));
  const file = path.join(parent, 'export.xml');
  const size =
    megabytes === undefined
      ? { posts: Number(posts), paragraphs: 12, comments: 3 }
      : { posts: Math.ceil((Number(megabytes) * 1e6) / LONG_POST_BYTES), paragraphs: 120, comments: 200 };
  await pipeline(Readable.from(formatWordPressExport(size)), createWriteStream(file));
  const uploads = path.join(parent, 'uploads/2014/03');
  mkdirSync(uploads, { recursive: true });
  const photo = await createPhoto(960, 640);
  for (let number = 0; number < PICTURES; number += 1)
    writeFileSync(path.join(uploads, `photo-${number}.png`), photo);
  const run = () =>
    runMeasured(
      [...CONTENT_COMMAND, 'import', file, '--to', path.join(parent, 'site'), '--uploads', uploads],
      {},
    );
  console.log(`${size.posts} posts, ${Math.round(statSync(file).size / 1e6)} MB`);
  printTable({ 'the first import': await run(), 'the same again': await run() });
  rmSync(parent, { recursive: true });
}

const LONG_POST_BYTES = 186_000;

type ExportSize = { readonly posts: number; readonly paragraphs: number; readonly comments: number };

function* formatWordPressExport(size: ExportSize): Generator<string> {
  const prose = createProse(20261123, 0);
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Made up</title><link>${HOST}</link>
<wp:base_blog_url>${HOST}</wp:base_blog_url><wp:author><wp:author_login>ann</wp:author_login></wp:author>\n`;
  for (let number = 0; number < 40; number += 1)
    yield `<wp:category><wp:category_nicename>topic-${number}</wp:category_nicename><wp:cat_name>Topic ${number}</wp:cat_name></wp:category>\n`;
  for (let number = 0; number < PICTURES; number += 1) yield formatWordPressAttachment(number);
  for (let number = 0; number < size.posts; number += 1) yield formatWordPressPost(prose, number, size);
  yield '</channel></rss>\n';
}

const cdata = (text: string) => `<![CDATA[${text}]]>`;
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>\n`;
const addressOf = (number: number) => `${HOST}/2014/03/post-${number}/`;
const pictureOf = (number: number, size = '') =>
  `${HOST}/wp-content/uploads/2014/03/photo-${number % PICTURES}${size}.png`;

function formatWordPressAttachment(number: number): string {
  return `<item><title>photo-${number}</title><wp:post_id>${ATTACHMENT_ID + number}</wp:post_id><wp:post_type>attachment</wp:post_type>
<wp:attachment_url>${pictureOf(number)}</wp:attachment_url>${meta('_wp_attachment_image_alt', `Photo ${number}`)}</item>\n`;
}

const ATTACHMENT_ID = 9_000_000;

function formatWordPressPost(
  prose: ProseGenerator,
  number: number,
  { posts, paragraphs, comments }: ExportSize,
): string {
  const blocks = Array.from({ length: paragraphs }, (_, place) => formatBlocks(prose, number, place, posts));
  const remarks = Array.from({ length: comments }, (_, id) => formatComment(prose, id));
  return `<item><title>${cdata(prose.words(6))}</title><link>${addressOf(number)}</link><dc:creator>ann</dc:creator>
<guid isPermaLink="false">${HOST}/?p=${number + 1}</guid><wp:post_id>${number + 1}</wp:post_id><wp:post_name>post-${number}</wp:post_name>
<wp:post_date_gmt>2014-03-03 09:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="category" nicename="topic-${number % 40}">x</category><category domain="post_tag" nicename="night">Night</category>
<content:encoded>${cdata(blocks.join('\n'))}</content:encoded><excerpt:encoded>${cdata(prose.words(20))}</excerpt:encoded>
${meta('_thumbnail_id', String(ATTACHMENT_ID + (number % PICTURES)))}${meta('_edit_lock', '1')}${meta('_yoast_wpseo_title', prose.words(6))}
${remarks.join('')}</item>\n`;
}

function formatComment(prose: ProseGenerator, id: number): string {
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${cdata(prose.words(2))}</wp:comment_author>
<wp:comment_content>${cdata(prose.words(30))}</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>\n`;
}

/** Returns a paragraph with a link, and one block of another kind. */
function formatBlocks(prose: ProseGenerator, number: number, place: number, posts: number): string {
  const link = `<a href="${addressOf((number * 7 + place) % posts)}">${prose.words(3)}</a>`;
  const paragraph = `<!-- wp:paragraph -->\n<p>${prose.words(40)} ${link}, <strong>${prose.words(2)}</strong>. ${prose.words(30)}</p>\n<!-- /wp:paragraph -->`;
  const items = Array.from(
    { length: 5 },
    () => `<!-- wp:list-item --><li>${prose.words(8)}</li><!-- /wp:list-item -->`,
  );
  const row = () => `<tr><td>${prose.words(2)}</td><td>${prose.words(5)}</td></tr>`;
  const kinds = [
    () => `<!-- wp:heading --><h2 class="wp-block-heading">${prose.words(4)}</h2><!-- /wp:heading -->`,
    () =>
      `<!-- wp:image {"id":${ATTACHMENT_ID}} --><figure class="wp-block-image"><img src="${pictureOf(number + place, '-1024x683')}" alt="${prose.words(4)}"/><figcaption class="wp-element-caption">${prose.words(6)}</figcaption></figure><!-- /wp:image -->`,
    () => `<!-- wp:list --><ul class="wp-block-list">${items.join('\n')}</ul><!-- /wp:list -->`,
    () =>
      `<!-- wp:table --><figure class="wp-block-table"><table><tbody>${row()}${row()}${row()}</tbody></table></figure><!-- /wp:table -->`,
    () =>
      `<!-- wp:quote --><blockquote class="wp-block-quote"><p>${prose.words(20)}</p></blockquote><!-- /wp:quote -->`,
    () => `<!-- wp:code --><pre class="wp-block-code"><code>${prose.words(12)}</code></pre><!-- /wp:code -->`,
  ];
  return `${paragraph}\n${kinds[place % kinds.length]?.() ?? ''}`;
}
