import { findCallout } from '../body/markdown-dialects.ts';
import { listMeanings, type Meaning, type NameKind } from './meanings.ts';
import {
  createInline,
  createTextBlock,
  type OutputFormat,
  type TagOutput,
} from './output-format.ts';
import { readArgument, type TagArguments } from './read-arguments.ts';

/** A shortcode, tag or component as it is written in the source. */
export type SourceTag = TagArguments & {
  readonly name: string;
  /** Content between the opening and the closing; undefined if there is no closing. */
  readonly inner: string | undefined;
  /** Components can stand alone (true) or within a sentence (false); undefined for other tags. */
  readonly isBlock?: boolean;
  /** The opening and the closing as written, for a tag that is kept. */
  readonly edges?: readonly [opening: string, closing: string];
};

type MeaningContext = { readonly format: OutputFormat; readonly note: (what: string) => void };
type WriteMeaning = (tag: SourceTag, writing: MeaningContext) => TagOutput | undefined;

/** Writes what a common shortcode, tag or component shows; undefined if the name is not known. */
export function writeByMeaning(
  tag: SourceTag,
  kind: NameKind,
  writing: MeaningContext,
): TagOutput | undefined {
  for (const meaning of listMeanings(tag.name, kind)) {
    const output = WRITERS[meaning](tag, writing);
    if (output !== undefined) return output;
  }
  return undefined;
}

const WRITERS: Readonly<Record<Meaning, WriteMeaning>> = {
  youtube: createVideoWriter('YouTube'),
  vimeo: createVideoWriter('Vimeo'),
  media: writeMediaTag,
  picture: writePictureTag,
  card: (tag, writing) => writeButtonTag(tag, writing) ?? WRITERS.titled(tag, writing),
  button: writeButtonTag,
  titled: (tag, { format }) =>
    format.writeTitled(
      readTagTitle(tag) || readArgument(tag, 'value') || readFirstValue(tag),
      tag.inner ?? '',
    ),
  layout: ({ inner = '', isBlock }, { format }) =>
    isBlock === false ? createInline(inner.trim()) : format.writeEnclosed(inner),
  inner: ({ inner }, { format }) => (inner === undefined ? undefined : format.writeEnclosed(inner)),
  code: writeCodeTag,
  quote: ({ inner = '', ...tag }, { format }) =>
    format.writeQuote(
      inner,
      readArgument(tag, 'author', 'source', 'cite', 'by') || tag.values.join(' '),
    ),
  drawing: writeDrawingTag,
  post: writePostLink,
  instagram: (tag, { format }) =>
    createTextBlock(
      format.writeLink(
        'Post on Instagram',
        `https://${PICTURE_HOST}/p/${readArgument(tag, 'id') || readFirstValue(tag)}/`,
      ),
    ),
  gist: writeGistLink,
  words: ({ inner, ...tag }) =>
    createInline(
      (
        inner ??
        (readArgument(tag, 'text', 'content', 'label', 'title') || tag.values.join(' '))
      ).trim(),
    ),
  footnote: ({ inner = '' }) => createInline(` (${inner.trim()})`),
  dropped: ({ name }, { note }) => {
    note(`${name} was removed`);
    return createInline('');
  },
  note: writeCalloutTag,
};

function readFirstValue({ values: [first = ''] }: TagArguments): string {
  return first;
}

function readTagTitle(tag: TagArguments): string {
  return readArgument(tag, 'title', 'label', 'header', 'summary', 'tabname', 'heading', 'name');
}

const FILE_KEYS = [
  'src',
  'image_path',
  'image',
  'img',
  'path',
  'file',
  'filename',
  'light',
  'url',
] as const;

function writePictureTag(tag: SourceTag, { format }: MeaningContext): TagOutput | undefined {
  const { name, inner = '', isBlock } = tag;
  const own = readArgument(tag, ...FILE_KEYS);
  // Names that only look like those of pictures need an argument that says so.
  const isNamed = listMeanings(name, 'tag').includes('picture');
  const src = own || (isNamed ? readArgument(tag, 'link') || readFirstValue(tag) : '');
  if (src === '') return undefined;
  const [, second = '', third = ''] = tag.values;
  const lines = [
    readArgument(tag, 'title'),
    readArgument(tag, 'caption', 'figcaption') || inner,
    readArgument(tag, 'attr', 'credit'),
  ].filter((text) => text.trim() !== '');
  const target = readArgument(tag, 'target');
  const figure = format.writeFigure({
    src,
    alt: readArgument(tag, 'alt', 'description') || second,
    caption: [...new Set(lines)].join('. ') || third,
    href:
      readArgument(tag, 'href', 'target_url') ||
      (own === '' ? '' : readArgument(tag, 'link')) ||
      (target.includes('/') ? target : ''),
  });
  return name === 'img' && isBlock === false ? createInline(figure.text) : figure;
}

const PLAYER = /^(?:(?:https?:)?\/\S+|[\w-]{11}|\d{6,})$/;

/**
 * Writes a player. If no address or id is given, the enclosed text is it; otherwise the text
 * follows the link.
 */
function writePlayer(
  { inner = '' }: SourceTag,
  given: string,
  write: (source: string) => TagOutput,
): TagOutput | undefined {
  const text = inner.trim();
  const source = given || (PLAYER.test(text) ? text : '');
  if (source === '') return undefined;
  const player = write(source);
  return given === '' || text === '' ? player : createTextBlock(`${player.text}\n\n${text}`);
}

function createVideoWriter(host: 'YouTube' | 'Vimeo'): WriteMeaning {
  return (tag, { format }) => {
    const given = readArgument(
      tag,
      'id',
      'videoid',
      'video_id',
      'video',
      'url',
      'src',
      'youtubeid',
      'embedid',
    );
    const title = readArgument(tag, 'title', 'caption', 'label', 'alt');
    return writePlayer(tag, given || readFirstValue(tag), (id) =>
      format.writeVideo(host, id, title),
    );
  };
}

const SOURCE_KEYS =
  'src url link mp4 m4v webm ogv mp3 m4a ogg wav file id video_id videoid video'.split(' ');

function writeMediaTag(tag: SourceTag, { format }: MeaningContext): TagOutput | undefined {
  const title = readTagTitle(tag);
  return writePlayer(tag, readArgument(tag, ...SOURCE_KEYS) || readFirstValue(tag), (source) => {
    if (/vimeo/i.test(`${source} ${readArgument(tag, 'provider')}`))
      return format.writeVideo('Vimeo', source, title);
    if (/youtu\.?be|^[\w-]{11}$/.test(source)) return format.writeVideo('YouTube', source, title);
    return format.writeMedia(title || readArgument(tag, 'caption', 'alt'), source, tag.name);
  });
}

/** Hosts on which the posts that such shortcodes name can be found now. */
const POST_HOST = 'x.com';
const PICTURE_HOST = 'www.instagram.com';

function writePostLink(tag: SourceTag, { format }: MeaningContext): TagOutput | undefined {
  const user = readArgument(tag, 'user');
  const id = readArgument(tag, 'id', 'url') || readFirstValue(tag);
  const url = /^https?:/.test(id) ? id : `https://${POST_HOST}/${user || 'i/web'}/status/${id}`;
  return id === ''
    ? undefined
    : createTextBlock(format.writeLink(user === '' ? 'Post on X' : `Post of ${user} on X`, url));
}

function writeGistLink(tag: SourceTag, { format }: MeaningContext): TagOutput {
  const [user = '', id = ''] = tag.values.length > 1 ? tag.values : ['', readFirstValue(tag)];
  const path = [readArgument(tag, 'user') || user, readArgument(tag, 'id') || id]
    .filter(Boolean)
    .join('/');
  return createTextBlock(format.writeLink(`Gist ${path}`, `https://gist.github.com/${path}`));
}

function writeCodeTag(tag: SourceTag, { format }: MeaningContext): TagOutput | undefined {
  const code = readArgument(tag, 'code') || (tag.inner ?? '');
  const language = readArgument(tag, 'language', 'lang') || readFirstValue(tag);
  return code === ''
    ? undefined
    : format.writeCode(code, /^[\w+#.-]+$/.test(language) ? language : '');
}

function readLinkTarget(tag: SourceTag): string {
  return (
    readArgument(tag, 'href', 'to', 'link', 'url', 'relref', 'page') ||
    tag.values.find((value) => /^(?:\/|https?:|#)/.test(value)) ||
    ''
  );
}

/** Writes a button as a line, and a card as its title with its text below. */
function writeButtonTag(tag: SourceTag, { format }: MeaningContext): TagOutput | undefined {
  const href = readLinkTarget(tag);
  if (href === '') return undefined;
  const words = tag.inner?.trim() ?? '';
  const isLong = words.includes('\n');
  const isCard = /card$/i.test(tag.name);
  const title = readTagTitle(tag) || readArgument(tag, 'text', 'content');
  if (!isCard && (tag.isBlock !== true || words !== '') && !isLong)
    return format.writeButton(words || title, href);
  const link = format.writeLink(title || (isLong ? '' : words), href);
  const text = (title !== '' || isLong) && title !== words ? words : '';
  const parts = [link, readArgument(tag, 'description', 'subtitle'), text].filter(
    (part) => part !== '',
  );
  return tag.isBlock === false
    ? createInline(parts.join(' '))
    : createTextBlock(parts.join('\n\n'));
}

function writeDrawingTag(
  { inner = '', edges }: SourceTag,
  { note, format }: MeaningContext,
): TagOutput {
  note('a drawing or formula was kept as it was; show it as a picture');
  return format.writeKept([edges?.[0], inner, edges?.[1]].join('\n'));
}

/**
 * Writes a callout, whose kind is in the name, in `type=` or the first value: `{{< tip >}}`, `{{<
 * notice info >}}`, `{{< alert type="danger" >}}`.
 */
function writeCalloutTag(tag: SourceTag, { format }: MeaningContext): TagOutput | undefined {
  const { name, inner } = tag;
  const text = inner ?? readArgument(tag, 'text', 'content', 'body', 'message');
  const [first = '', ...others] = tag.values;
  const named =
    readArgument(tag, 'type', 'kind', 'variant', 'color', 'context', 'style', 'theme', 'status') ||
    (findCallout(first) ? first : '');
  const title = readTagTitle(tag) || (findCallout(first) ? others.join(' ') : tag.values.join(' '));
  const kind = findCallout(named) ? named : findCallout(name) ? name : 'note';
  return text.trim() === '' && title === '' ? undefined : format.writeCallout(kind, title, text);
}
