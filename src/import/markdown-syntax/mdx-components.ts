import type { Nodes } from 'mdast';
import type {} from 'remark-mdx';
import { spanOf } from '../body/markdown-edits.ts';
import { pick } from './read-arguments.ts';
import type { BodyContext } from './render-body.ts';
import { writeByMeaning } from './tag-meanings.ts';
import {
  createInline,
  createTextBlock,
  type Output,
  unindent,
  writeCode,
  writeFigure,
  writeKept,
  writeLink,
  writeTitled,
  writeVideo,
} from './write-blocks.ts';

type JsxElement = Extract<Nodes, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>;

export type MdxWriting = {
  readonly source: string;
  readonly context: BodyContext;
  readonly note: (what: string) => void;
  /** Pictures that are imported, by their names. */
  readonly images: ReadonlyMap<string, string>;
  /** A part of the source, with everything in it that is not Markdown rewritten. */
  readonly writeRange: (parent: Nodes, start: number, end: number, writing: MdxWriting) => string;
};

/** A component as it is written. */
type Component = {
  readonly name: string;
  readonly isBlock: boolean;
  readonly named: Readonly<Record<string, string>>;
  /** What it encloses, rewritten; undefined if it encloses nothing. */
  readonly inner: string | undefined;
  readonly opening: string;
  readonly whole: string;
};

export function readComponent(element: JsxElement, writing: MdxWriting): Component {
  const { source, images } = writing;
  const span = spanOf(element);
  const children: readonly Nodes[] = element.children;
  const [first, last] = [children[0], children.at(-1)];
  const isEmpty = first === undefined || last === undefined;
  const [from, to] = isEmpty ? [span.end, span.end] : [spanOf(first).start, spanOf(last).end];
  const lineStart = Math.max(source.lastIndexOf('\n', from - 1) + 1, span.start);
  const indent = isEmpty ? '' : (/^[ \t]*$/.exec(source.slice(lineStart, from))?.[0] ?? '');
  const inner = isEmpty ? undefined : `\n${indent}${writing.writeRange(element, from, to, writing)}`;
  return {
    name: element.name ?? '',
    isBlock: element.type === 'mdxJsxFlowElement',
    named: readAttributes(element, images),
    inner: inner === undefined ? undefined : unindent(inner, source, span.start).replace(/^\n+/, ''),
    opening: source.slice(span.start, isEmpty ? span.end : from).trim(),
    whole: source.slice(span.start, span.end),
  };
}

/** Texts and numbers, and the files that expressions name. */
function readAttributes({ attributes }: JsxElement, images: ReadonlyMap<string, string>) {
  const named: Record<string, string> = {};
  for (const attribute of attributes) {
    if (attribute.type !== 'mdxJsxAttribute') continue;
    const { value } = attribute;
    const text =
      typeof value === 'string'
        ? value
        : value === null || value === undefined
          ? 'true'
          : readCode(value.value, images);
    if (text !== undefined) named[attribute.name.toLowerCase()] = text;
  }
  return named;
}

/** Of `"text"`, `5`, `picture` (an import), `picture.src`, `require('./a.png').default` and `useBaseUrl('/a.png')`. */
function readCode(code: string, images: ReadonlyMap<string, string>): string | undefined {
  const literal =
    /^\s*(["'`])((?:(?!\1)[^\\$])*)\1\s*$/.exec(code)?.[2] ??
    /^\s*(-?\d+(?:\.\d+)?|true|false)\s*$/.exec(code)?.[1];
  const called = /^\s*(?:require|useBaseUrl|withBase)\(\s*["'`]([^"'`]+)["'`]\s*\)(?:\.default)?\s*$/.exec(
    code,
  )?.[1];
  return literal ?? called ?? images.get(/^\s*(\w+)(?:\.src)?\s*$/.exec(code)?.[1] ?? '');
}

/** Inline elements of HTML, which Markdown may contain. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b br cite code del em i img kbd mark q s samp small strong sub sup u var'.split(' '),
);
/** They only arrange what they enclose. */
const LAYOUT: ReadonlySet<string> = new Set(
  'div section center article main header footer aside span p hgroup font Fragment'.split(' '),
);

export function writeComponent(component: Component, writing: MdxWriting): Output {
  const { name, inner, named, isBlock } = component;
  const known = writeKnown(component);
  if (known !== undefined) return known;
  if (
    name === '' ||
    LAYOUT.has(name) ||
    /^(?:Card|Link)?(?:Grid|Cards|Steps|Columns?|Row|Col|Container|Box|Flex|Stack|Frame|Section|Wrapper|FileTree|TOCInline)$|^(?:Layout|Tooltip|Highlight|Center|Translate|BrowserWindow)$/.test(
      name,
    )
  )
    return isBlock ? createTextBlock(inner ?? '') : createInline((inner ?? '').trim());
  if (/^[a-z][a-z0-9]*$/.test(name)) return writeElement(component);
  const meant = writeByMeaning(
    { name: name.replace(/Component$/, ''), given: '', inner, opening: component.opening, closing: '' },
    { named, values: [] },
    writing.note,
  );
  if (meant !== undefined) return isBlock || meant.kind === 'inline' ? meant : createTextBlock(meant.text);
  writing.note(`component ${name} was kept as it was; write what it showed, or remove it`);
  const kept = writeKept(inner === undefined ? component.whole : `${component.opening}\n</${name}>`);
  return inner?.trim() ? createTextBlock(`${kept.text}\n\n${inner.trim()}`) : kept;
}

function writeKnown(component: Component): Output | undefined {
  const { name, inner = '', named, whole } = component;
  const given = { named, values: [] };
  if (/You[Tt]ube/.test(name) && inner === '') return writeVideoOf('YouTube', given);
  if (/Vimeo/.test(name) && inner === '') return writeVideoOf('Vimeo', given);
  if (PICTURE.test(name)) return writePictureOf(component, given);
  const href = pick(given, 'href', 'to', 'link', 'url');
  if (LINK.test(name) && href !== '') return writeLinkOf(component, href);
  if (DETAILS.test(name)) return writeTitled(titleOf(given), inner);
  if (name === 'summary') return createTextBlock(`**${inner.trim()}**`);
  return /^Code(?:Block)?$/.test(name) ? writeCodeOf(given, inner, whole) : undefined;
}

const PICTURE = /^(?:\w*Image|Img|Picture|Figure|Zoom\w*|Screenshot|Photo|img)$/;
const LINK = /^(?:a|\w*Link|\w*Button|LinkCard|Card|DocCard)$/;
const DETAILS = /^(?:TabItem|TabPanel|Tab|Accordion\w*|Details|details|Card|Step|Collapse)$/;

function titleOf(given: ComponentValues): string {
  return pick(given, 'title', 'label', 'header', 'summary', 'value', 'heading');
}

function writePictureOf(
  { name, inner = '', isBlock }: Component,
  given: ComponentValues,
): Output | undefined {
  const src = pick(given, 'src', 'image', 'img', 'path', 'url', 'light');
  if (src === '') return undefined;
  const figure = writeFigure({
    src,
    alt: pick(given, 'alt', 'description'),
    caption: pick(given, 'caption', 'title') || inner,
  });
  return name === 'img' && !isBlock ? createInline(figure.text) : figure;
}

function writeLinkOf({ name, inner = '', named, isBlock }: Component, href: string): Output {
  const given = { named, values: [] };
  const title = titleOf(given);
  const words = inner.trim();
  const isCard = /Card$/.test(name);
  if (isCard && !isBlock && title !== '') return createInline(`${writeLink(title, href)} ${words}`);
  if (!isBlock || (words !== '' && !words.includes('\n') && !isCard))
    return createInline(writeLink(words || title, href));
  const parts = [writeLink(title || words, href), pick(given, 'description'), title === '' ? '' : words];
  return createTextBlock(parts.filter((part) => part !== '').join('\n\n'));
}

type ComponentValues = Parameters<typeof pick>[0];

function writeVideoOf(host: 'YouTube' | 'Vimeo', given: ComponentValues): Output | undefined {
  const id = pick(given, 'id', 'videoid', 'video', 'url', 'src', 'youtubeid', 'embedid');
  return id === '' ? undefined : writeVideo(host, id, pick(given, 'title', 'caption', 'alt'));
}

function writeCodeOf(given: ComponentValues, inner: string, whole: string): Output | undefined {
  const code = pick(given, 'code') || (/^\s*```/.test(inner) ? '' : inner);
  if (code === '' && inner !== '') return createTextBlock(inner);
  return code === '' ? writeKept(whole) : writeCode(code, pick(given, 'lang', 'language'));
}

/** HTML with the names of attributes that it has outside of JSX; expressions, such as styles, are left out. */
function writeElement({ name, named, inner, isBlock }: Component): Output {
  const attributes = Object.entries(named)
    .filter(([key]) => key !== 'style' && !/^on/.test(key))
    .map(([key, value]) => ` ${key === 'classname' ? 'class' : key}="${value.replaceAll('"', '&quot;')}"`)
    .join('');
  if (inner === undefined && /^(?:br|hr|img|source|input)$/.test(name))
    return createInline(`<${name}${attributes}>`);
  if (INLINE.has(name) && !isBlock)
    return createInline(`<${name}${attributes}>${(inner ?? '').trim()}</${name}>`);
  const content = inner?.trim() ?? '';
  const isPlain = !content.includes('\n');
  return createTextBlock(
    isPlain
      ? `<${name}${attributes}>${content}</${name}>`
      : `<${name}${attributes}>\n\n${content}\n\n</${name}>`,
  );
}
