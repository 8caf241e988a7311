import { findCallout } from '../body/markdown-dialects.ts';
import { createInline, createTextBlock, type Dialect, type Output } from './dialect.ts';
import { listMeanings, type Meaning, type NameKind } from './names.ts';
import { type Arguments, pick } from './read-arguments.ts';

/** A shortcode, tag or component as it is written. */
export type Tag = Arguments & {
  readonly name: string;
  /** What it encloses; undefined if it encloses nothing. */
  readonly inner: string | undefined;
  /** Of components, which stand within a sentence or alone. */
  readonly isBlock?: boolean;
  /** Its opening and closing as they are written, to keep it. */
  readonly edges?: readonly [opening: string, closing: string];
};

type Writing = { readonly dialect: Dialect; readonly note: (what: string) => void };
type Write = (tag: Tag, writing: Writing) => Output | undefined;

/** What a common shortcode, tag or component shows; undefined for one that is not known. */
export function writeByMeaning(tag: Tag, kind: NameKind, writing: Writing): Output | undefined {
  for (const meaning of listMeanings(tag.name, kind)) {
    const output = WRITERS[meaning](tag, writing);
    if (output !== undefined) return output;
  }
  return undefined;
}

const WRITERS: Readonly<Record<Meaning, Write>> = {
  youtube: createVideoWriter('YouTube'),
  vimeo: createVideoWriter('Vimeo'),
  media: writeMedia,
  picture: writePicture,
  card: (tag, writing) => writeButton(tag, writing) ?? WRITERS.titled(tag, writing),
  button: writeButton,
  titled: (tag, { dialect }) =>
    dialect.writeTitled(titleOf(tag) || pick(tag, 'value') || firstOf(tag), tag.inner ?? ''),
  layout: ({ inner = '', isBlock }, { dialect }) =>
    isBlock === false ? createInline(inner.trim()) : dialect.writeEnclosed(inner),
  inner: ({ inner }, { dialect }) => (inner === undefined ? undefined : dialect.writeEnclosed(inner)),
  code: writeHighlight,
  quote: ({ inner = '', ...tag }, { dialect }) =>
    dialect.writeQuote(inner, pick(tag, 'author', 'source', 'cite', 'by') || tag.values.join(' ')),
  drawing: writeDrawing,
  post: writePost,
  instagram: (tag, { dialect }) =>
    createTextBlock(
      dialect.writeLink('Post on Instagram', `https://${PICTURE_HOST}/p/${pick(tag, 'id') || firstOf(tag)}/`),
    ),
  gist: writeGist,
  words: ({ inner, ...tag }) =>
    createInline((inner ?? (pick(tag, 'text', 'content', 'label', 'title') || tag.values.join(' '))).trim()),
  footnote: ({ inner = '' }) => createInline(` (${inner.trim()})`),
  dropped: ({ name }, { note }) => {
    note(`${name} removed`);
    return createInline('');
  },
  note: writeNote,
};

function firstOf({ values: [first = ''] }: Arguments): string {
  return first;
}

function titleOf(tag: Arguments): string {
  return pick(tag, 'title', 'label', 'header', 'summary', 'tabname', 'heading', 'name');
}

const FILE_KEYS = ['src', 'image_path', 'image', 'img', 'path', 'file', 'filename', 'light', 'url'] as const;

function writePicture(tag: Tag, { dialect }: Writing): Output | undefined {
  const { name, inner = '', isBlock } = tag;
  const own = pick(tag, ...FILE_KEYS);
  // Names that only look like those of pictures need an argument that says so.
  const isNamed = listMeanings(name, 'tag').includes('picture');
  const src = own || (isNamed ? pick(tag, 'link') || firstOf(tag) : '');
  if (src === '') return undefined;
  const [, second = '', third = ''] = tag.values;
  const lines = [
    pick(tag, 'title'),
    pick(tag, 'caption', 'figcaption') || inner,
    pick(tag, 'attr', 'credit'),
  ].filter((text) => text.trim() !== '');
  const target = pick(tag, 'target');
  const figure = dialect.writeFigure({
    src,
    alt: pick(tag, 'alt', 'description') || second,
    caption: [...new Set(lines)].join('. ') || third,
    href:
      pick(tag, 'href', 'target_url') ||
      (own === '' ? '' : pick(tag, 'link')) ||
      (target.includes('/') ? target : ''),
  });
  return name === 'img' && isBlock === false ? createInline(figure.text) : figure;
}

const PLAYER = /^(?:(?:https?:)?\/\S+|[\w-]{11}|\d{6,})$/;

/** Enclosed text is the address or id if none is given; otherwise it follows the link. */
function writePlayer(
  { inner = '' }: Tag,
  given: string,
  write: (source: string) => Output,
): Output | undefined {
  const text = inner.trim();
  const source = given || (PLAYER.test(text) ? text : '');
  if (source === '') return undefined;
  const player = write(source);
  return given === '' || text === '' ? player : createTextBlock(`${player.text}\n\n${text}`);
}

function createVideoWriter(host: 'YouTube' | 'Vimeo'): Write {
  return (tag, { dialect }) => {
    const given = pick(tag, 'id', 'videoid', 'video_id', 'video', 'url', 'src', 'youtubeid', 'embedid');
    const title = pick(tag, 'title', 'caption', 'label', 'alt');
    return writePlayer(tag, given || firstOf(tag), (id) => dialect.writeVideo(host, id, title));
  };
}

const SOURCE_KEYS = 'src url link mp4 m4v webm ogv mp3 m4a ogg wav file id video_id videoid video'.split(' ');

function writeMedia(tag: Tag, { dialect }: Writing): Output | undefined {
  const title = titleOf(tag);
  return writePlayer(tag, pick(tag, ...SOURCE_KEYS) || firstOf(tag), (source) => {
    if (/vimeo/i.test(`${source} ${pick(tag, 'provider')}`))
      return dialect.writeVideo('Vimeo', source, title);
    if (/youtu\.?be|^[\w-]{11}$/.test(source)) return dialect.writeVideo('YouTube', source, title);
    return dialect.writeMedia(title || pick(tag, 'caption', 'alt'), source, tag.name);
  });
}

/** Where the posts that such shortcodes name are now. */
const POST_HOST = 'x.com';
const PICTURE_HOST = 'www.instagram.com';

function writePost(tag: Tag, { dialect }: Writing): Output | undefined {
  const user = pick(tag, 'user');
  const id = pick(tag, 'id', 'url') || firstOf(tag);
  const url = /^https?:/.test(id) ? id : `https://${POST_HOST}/${user || 'i/web'}/status/${id}`;
  return id === ''
    ? undefined
    : createTextBlock(dialect.writeLink(user === '' ? 'Post on X' : `Post of ${user} on X`, url));
}

function writeGist(tag: Tag, { dialect }: Writing): Output {
  const [user = '', id = ''] = tag.values.length > 1 ? tag.values : ['', firstOf(tag)];
  const path = [pick(tag, 'user') || user, pick(tag, 'id') || id].filter(Boolean).join('/');
  return createTextBlock(dialect.writeLink(`Gist ${path}`, `https://gist.github.com/${path}`));
}

function writeHighlight(tag: Tag, { dialect }: Writing): Output | undefined {
  const code = pick(tag, 'code') || (tag.inner ?? '');
  const language = pick(tag, 'language', 'lang') || firstOf(tag);
  return code === '' ? undefined : dialect.writeCode(code, /^[\w+#.-]+$/.test(language) ? language : '');
}

function findHref(tag: Tag): string {
  return (
    pick(tag, 'href', 'to', 'link', 'url', 'relref', 'page') ||
    tag.values.find((value) => /^(?:\/|https?:|#)/.test(value)) ||
    ''
  );
}

/** A button is a line; a card has a text of several lines below its title. */
function writeButton(tag: Tag, { dialect }: Writing): Output | undefined {
  const href = findHref(tag);
  if (href === '') return undefined;
  const words = tag.inner?.trim() ?? '';
  const isLong = words.includes('\n');
  const isCard = /card$/i.test(tag.name);
  const title = titleOf(tag) || pick(tag, 'text', 'content');
  if (!isCard && (tag.isBlock !== true || words !== '') && !isLong)
    return dialect.writeButton(words || title, href);
  const link = dialect.writeLink(title || (isLong ? '' : words), href);
  const text = (title !== '' || isLong) && title !== words ? words : '';
  const parts = [link, pick(tag, 'description', 'subtitle'), text].filter((part) => part !== '');
  return tag.isBlock === false ? createInline(parts.join(' ')) : createTextBlock(parts.join('\n\n'));
}

function writeDrawing({ inner = '', edges }: Tag, { note, dialect }: Writing): Output {
  note('a drawing or formula was kept as it was; show it as a picture');
  return dialect.writeKept([edges?.[0], inner, edges?.[1]].join('\n'));
}

/** A kind in the name, in `type=` or first: `{{< tip >}}`, `{{< notice info >}}`, `{{< alert type="danger" >}}`. */
function writeNote(tag: Tag, { dialect }: Writing): Output | undefined {
  const { name, inner } = tag;
  const text = inner ?? pick(tag, 'text', 'content', 'body', 'message');
  const [first = '', ...others] = tag.values;
  const named =
    pick(tag, 'type', 'kind', 'variant', 'color', 'context', 'style', 'theme', 'status') ||
    (findCallout(first) ? first : '');
  const title = titleOf(tag) || (findCallout(first) ? others.join(' ') : tag.values.join(' '));
  const kind = findCallout(named) ? named : findCallout(name) ? name : 'note';
  return text.trim() === '' && title === '' ? undefined : dialect.writeCallout(kind, title, text);
}
