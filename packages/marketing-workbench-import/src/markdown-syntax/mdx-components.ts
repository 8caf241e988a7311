import type { Nodes } from 'mdast';
import type {} from 'remark-mdx';
import { spanOf } from '../body/markdown-edits.ts';
import { MARKDOWN, writeKeptMarkdown } from '../vocabulary/markdown-blocks.ts';
import { createInline, createTextBlock, type TagOutput } from '../vocabulary/output-format.ts';
import { type SourceTag, writeByMeaning } from '../vocabulary/write-meaning.ts';
import type { AddNote, BodyContext } from './body-context.ts';
import { unindent } from './place-output.ts';

type JsxElement = Extract<Nodes, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>;

export type MdxWriting = {
  readonly source: string;
  readonly context: BodyContext;
  readonly note: AddNote;
  /** The paths of imported pictures, by the names of the imports. */
  readonly images: ReadonlyMap<string, string>;
  /** Returns a part of the source, in which everything that is not Markdown is rewritten. */
  readonly writeRange: (parent: Nodes, start: number, end: number, writing: MdxWriting) => string;
};

/** A component as it is written, with its content already rewritten. */
type Component = SourceTag & {
  readonly opening: string;
  readonly whole: string;
  /** Set if the content has marks of Markdown outside of other components. */
  readonly isMarked: boolean;
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
  const inner = isEmpty
    ? undefined
    : `\n${indent}${writing.writeRange(element, from, to, writing)}`;
  return {
    name: element.name ?? '',
    isBlock: element.type === 'mdxJsxFlowElement',
    named: readJsxAttributes(element, images),
    inner:
      inner === undefined ? undefined : unindent(inner, source, span.start).replace(/^\n+/, ''),
    values: [],
    opening: source.slice(span.start, isEmpty ? span.end : from).trim(),
    whole: source.slice(span.start, span.end),
    isMarked: children.some(isMarkedNode),
  };
}

const MARKED: ReadonlySet<Nodes['type']> = new Set([
  'strong',
  'emphasis',
  'delete',
  'inlineCode',
  'link',
  'linkReference',
  'image',
  'imageReference',
]);

function isMarkedNode(node: Nodes): boolean {
  if (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') return false;
  return MARKED.has(node.type) || ('children' in node && node.children.some(isMarkedNode));
}

/** Reads attributes that are texts, numbers, or expressions that name files. */
function readJsxAttributes({ attributes }: JsxElement, images: ReadonlyMap<string, string>) {
  const named: Record<string, string> = {};
  for (const attribute of attributes) {
    if (attribute.type !== 'mdxJsxAttribute') continue;
    const { value } = attribute;
    const text =
      typeof value === 'string'
        ? value
        : value === null || value === undefined
          ? 'true'
          : readJsxExpression(value.value, images);
    if (text !== undefined) named[attribute.name.toLowerCase()] = text;
  }
  return named;
}

/**
 * Reads the value of `"text"`, `5`, `picture` (an import), `picture.src`,
 * `require('./a.png').default` and `useBaseUrl('/a.png')`.
 */
function readJsxExpression(code: string, images: ReadonlyMap<string, string>): string | undefined {
  const literal =
    /^\s*(["'`])((?:(?!\1)[^\\$])*)\1\s*$/.exec(code)?.[2] ??
    /^\s*(-?\d+(?:\.\d+)?|true|false)\s*$/.exec(code)?.[1];
  const called =
    /^\s*(?:require|useBaseUrl|withBase)\(\s*["'`]([^"'`]+)["'`]\s*\)(?:\.default)?\s*$/.exec(
      code,
    )?.[1];
  return literal ?? called ?? images.get(/^\s*(\w+)(?:\.src)?\s*$/.exec(code)?.[1] ?? '');
}

/** Inline elements of HTML, which Markdown may contain. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b br cite code del em i img kbd mark q s samp small strong sub sup u var'.split(' '),
);

export function writeComponent(component: Component, { note }: MdxWriting): TagOutput {
  const { name, inner, opening } = component;
  const isElement = /^[a-z0-9]*$/.test(name);
  const edges = [opening, inner === undefined ? '' : `</${name}>`] as const;
  const tag = { ...component, name: name.replace(/(?!^)Component$/, ''), edges };
  // Within HTML, Markdown would be words.
  if (name === 'a' || name === 'img') return writeHtmlElement(component);
  const known = writeByMeaning(tag, isElement ? 'element' : 'component', {
    format: MARKDOWN,
    note,
  });
  if (known !== undefined) return known;
  if (name === 'summary') return createTextBlock(`**${inner?.trim() ?? ''}**`);
  if (isElement) return writeHtmlElement(component);
  note(`component ${name} was kept as it was; write what it showed, or remove it`);
  const kept = writeKeptMarkdown(inner === undefined ? component.whole : `${opening}\n</${name}>`);
  return inner?.trim() ? createTextBlock(`${kept.text}\n\n${inner.trim()}`) : kept;
}

/**
 * Writes an element of HTML with the attribute names of HTML instead of JSX. Expressions, such as
 * styles, are left out.
 */
function writeHtmlElement({ name, named, inner, isBlock, isMarked }: Component): TagOutput {
  const attributes = Object.entries(named)
    .filter(([key]) => key !== 'style' && !/^on/.test(key))
    .map(
      ([key, value]) =>
        ` ${key === 'classname' ? 'class' : key}="${value.replaceAll('"', '&quot;')}"`,
    )
    .join('');
  if (inner === undefined && /^(?:br|hr|img|source|input)$/.test(name))
    return createInline(`<${name}${attributes}>`);
  if (INLINE.has(name) && !isBlock)
    return createInline(`<${name}${attributes}>${(inner ?? '').trim()}</${name}>`);
  const content = inner?.trim() ?? '';
  const isPlain = !content.includes('\n') && !isMarked;
  return createTextBlock(
    isPlain
      ? `<${name}${attributes}>${content}</${name}>`
      : `<${name}${attributes}>\n\n${content}\n\n</${name}>`,
  );
}
