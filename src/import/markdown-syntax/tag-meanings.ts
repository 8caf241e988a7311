import { findCallout } from '../body/markdown-dialects.ts';
import { type Arguments, pick } from './read-arguments.ts';
import type { Call } from './replace-tags.ts';
import {
  createInline,
  createTextBlock,
  type Output,
  writeCallout,
  writeCode,
  writeFigure,
  writeKept,
  writeLink,
  writeTitled,
  writeVideo,
} from './write-blocks.ts';

type Meaning = (call: Call, given: Arguments, note: (what: string) => void) => Output | undefined;

const firstOf = ({ values: [first = ''] }: Arguments) => first;
const titleOf = (given: Arguments) =>
  pick(given, 'title', 'name', 'label', 'header', 'summary', 'tabname', 'heading');

const writeInner: Meaning = ({ inner }) => (inner === undefined ? undefined : createTextBlock(inner));
const writeNamed: Meaning = ({ inner = '' }, given) => writeTitled(titleOf(given) || firstOf(given), inner);
const writeWords: Meaning = ({ inner }, given) =>
  createInline(
    (inner ?? (pick(given, 'text', 'content', 'label', 'title') || given.values.join(' '))).trim(),
  );
const drop: Meaning = ({ name }, _, note) => {
  note(`${name} removed`);
  return createInline('');
};

const writePicture: Meaning = ({ inner = '' }, given) => {
  const src =
    pick(given, 'src', 'url', 'image_path', 'image', 'path', 'file', 'filename', 'link') || firstOf(given);
  const [, second = '', third = ''] = given.values;
  const title = pick(given, 'title');
  const caption = [
    title,
    pick(given, 'caption', 'figcaption') || inner,
    pick(given, 'attr', 'credit'),
  ].filter((text) => text.trim() !== '');
  const isBeside = pick(given, 'src', 'url', 'image_path', 'image', 'path', 'file', 'filename') !== '';
  return src === ''
    ? undefined
    : writeFigure({
        src,
        alt: pick(given, 'alt', 'description') || second,
        caption: caption.join('. ') || third,
        href: pick(given, 'href', 'target_url') || (isBeside ? pick(given, 'link') : ''),
      });
};

const createVideo =
  (host: 'YouTube' | 'Vimeo'): Meaning =>
  (_, given) => {
    const id = pick(given, 'id', 'videoid', 'video_id', 'video', 'url', 'src') || firstOf(given);
    return id === '' ? undefined : writeVideo(host, id, pick(given, 'title', 'caption', 'label'));
  };

const writeMedia: Meaning = ({ name }, given) => {
  const src = pick(given, 'src', 'url', 'link', 'mp4', 'file', 'id') || firstOf(given);
  if (/youtu\.?be/.test(src)) return writeVideo('YouTube', src, titleOf(given));
  if (/vimeo\.com/.test(src)) return writeVideo('Vimeo', src, titleOf(given));
  return src === ''
    ? undefined
    : createTextBlock(writeLink(titleOf(given) || pick(given, 'caption', 'alt') || name, src));
};

/** Where the posts that such shortcodes name are now. */
const POST_HOST = 'x.com';
const PICTURE_HOST = 'www.instagram.com';

const writePost: Meaning = (_, given) => {
  const user = pick(given, 'user');
  const id = pick(given, 'id', 'url') || firstOf(given);
  const url = /^https?:/.test(id) ? id : `https://${POST_HOST}/${user || 'i/web'}/status/${id}`;
  return id === ''
    ? undefined
    : createTextBlock(writeLink(user === '' ? 'Post on X' : `Post of ${user} on X`, url));
};

const writeInstagram: Meaning = (_, given) =>
  createTextBlock(
    writeLink('Post on Instagram', `https://${PICTURE_HOST}/p/${pick(given, 'id') || firstOf(given)}/`),
  );

const writeGist: Meaning = (_, given) => {
  const [user = '', id = ''] = given.values.length > 1 ? given.values : ['', firstOf(given)];
  const path = [pick(given, 'user') || user, pick(given, 'id') || id].filter(Boolean).join('/');
  return createTextBlock(writeLink(`Gist ${path}`, `https://gist.github.com/${path}`));
};

const writeHighlight: Meaning = ({ inner }, given) => {
  if (inner === undefined) return undefined;
  const language = pick(given, 'lang', 'language') || firstOf(given);
  return writeCode(
    inner.replace(/\{%-?\s*(?:end)?raw\s*-?%\}/g, ''),
    /^[\w+#.-]+$/.test(language) ? language : '',
  );
};

const writeButton: Meaning = ({ inner = '' }, given) => {
  const href =
    pick(given, 'href', 'url', 'link', 'relref', 'to', 'page') ||
    given.values.find((value) => /^(?:\/|https?:|#)/.test(value)) ||
    '';
  return href === ''
    ? undefined
    : createInline(writeLink(inner.trim() || pick(given, 'label', 'text', 'title', 'content'), href));
};

const writeQuote: Meaning = ({ inner = '' }, given) => {
  const by = pick(given, 'author', 'source', 'cite', 'by') || given.values.join(' ');
  const lines = `${inner.trim()}${by === '' ? '' : `\n\n— ${by}`}`.split('\n');
  return createTextBlock(lines.map((line) => `> ${line}`.trimEnd()).join('\n'));
};

const writeDrawing: Meaning = ({ opening, inner = '', closing }, _, note) => {
  note('a drawing or formula was kept as it was; show it as a picture');
  return writeKept(`${opening}\n${inner}\n${closing}`);
};

/** A kind in the name, in `type=` or first: `{{< tip >}}`, `{{< notice info >}}`, `{{< alert type="danger" >}}`. */
const writeNote: Meaning = ({ name, inner }, given) => {
  const text = inner ?? pick(given, 'text', 'content', 'body', 'message');
  const [first = '', ...others] = given.values;
  const named =
    pick(given, 'type', 'kind', 'variant', 'color', 'context', 'style', 'theme', 'status') ||
    (findCallout(first) ? first : '');
  const title = titleOf(given) || (findCallout(first) ? others.join(' ') : given.values.join(' '));
  const kind = findCallout(named) ? named : findCallout(name) ? name : 'note';
  return text.trim() === '' && title === '' ? undefined : writeCallout(kind, title, text);
};

const GROUPS: readonly (readonly [names: string, meaning: Meaning])[] = [
  [
    'figure img image imgproc picture img-responsive fig photo lazyimg rimg resize asset_img imgcap thumbnail bundle-image',
    writePicture,
  ],
  ['youtube youtube-lite youtube_lite youtubelite yt lite-youtube youtube-enhanced', createVideo('YouTube')],
  ['vimeo vimeo_simple', createVideo('Vimeo')],
  [
    'video audio mp4 embed iframe oembed bilibili soundcloud spotify codepen codesandbox asciinema',
    writeMedia,
  ],
  ['tweet twitter twitter_simple x x_simple', writePost],
  ['instagram instagram_simple', writeInstagram],
  ['gist', writeGist],
  ['highlight code codeblock code_block code-toggle output terminal prism', writeHighlight],
  ['button btn link-button buttonlink linkbutton button-primary', writeButton],
  ['quote blockquote pullquote cq cquote', writeQuote],
  ['mermaid math katex chart plantuml diagram graphviz goat markmap echarts tex latex', writeDrawing],
  [
    'details expand collapse collapsible spoiler accordion accordion-item accordionitem toggle tab tabitem codetab tab-item fold step card',
    writeNamed,
  ],
  [
    'tabs tabpane codetabs tabgroup columns column cols col row rows grid gridcol grid-item center centered left right div section container wrap wrapper steps cards card-grid gallery block rawhtml html unsafe lead timeline accordions markdown md panelgroup',
    writeInner,
  ],
  ['badge kbd small mark span abbr strong underline color tag sup sub nowrap', writeWords],
  ['toc table_of_contents table-of-contents clear clearfix br hr_space spacer newpage comment', drop],
  [
    'notice alert admonition callout hint panel message box note tip warning info caution danger important success error example question attention aside',
    writeNote,
  ],
];

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  GROUPS.flatMap(([names, meaning]) => names.split(' ').map((name) => [name, meaning] as const)),
);

/** What a common shortcode or tag shows; undefined for one that is not known. */
export function writeByMeaning(
  call: Call,
  given: Arguments,
  note: (what: string) => void,
): Output | undefined {
  const name = call.name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/\.html$/, '');
  return MEANINGS.get(name)?.(call, given, note);
}
