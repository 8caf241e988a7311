import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { spanOf, visitMarkdown } from '../body/markdown-edits.ts';
import { findValue, formatTextValue } from '../markdown-folder/read-values.ts';
import { writeKeptMarkdown } from '../vocabulary/markdown-blocks.ts';
import { createInline, createTextBlock, type TagOutput } from '../vocabulary/output-format.ts';
import type { AddNote, BodyContext } from './body-context.ts';
import { replaceOutsideCode } from './code-ranges.ts';
import { type MdxWriting, readComponent, writeComponent } from './mdx-components.ts';
import { placeOutput } from './place-output.ts';

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMdx).freeze();

/** Writes components and expressions as Markdown or HTML. */
export function replaceMdx(source: string, context: BodyContext, note: AddNote): string {
  if (!/[<{]|^(?:import|export)\s/m.test(source)) return source;
  const root = parseMdx(source);
  if (root === undefined) {
    note('the text is not valid MDX; its components were kept as they were');
    return keepComponents(source, note);
  }
  const writing = { source, context, note, images: listImportedPictures(source), writeRange };
  return writeRange(root, 0, source.length, writing);
}

/**
 * Parses MDX. What Docusaurus accepts in addition is first replaced by characters of the same
 * length without a meaning.
 */
function parseMdx(source: string): Root | undefined {
  const plain = source
    .replace(/\{(?=#[\w-]{1,100}\})/g, '\uE001')
    .replace(
      /<!--([\s\S]{0,20000}?)-->/g,
      (_, words: string) => `{/* ${words.replaceAll('*/', '**')}*/}`,
    )
    .replace(/<(?=(?:https?:|mailto:)[^\s<>]{1,2000}>)/g, '\uE002');
  try {
    return parser.parse(plain);
  } catch (error) {
    if (error instanceof Error && error.name === 'RangeError') throw error;
    return undefined;
  }
}

/** Lists the paths of imported pictures, by the names of the imports. */
function listImportedPictures(source: string): ReadonlyMap<string, string> {
  const found = source.matchAll(/^import\s+(\w+)\s+from\s+["']([^"'\n]{1,500})["']/gm);
  return new Map(Array.from(found, ([, name = '', path = '']) => [name, path] as const));
}

/**
 * Returns the source of a part of the text, in which everything that is not Markdown is rewritten.
 */
function writeRange(parent: Nodes, start: number, end: number, writing: MdxWriting): string {
  const { source } = writing;
  const parts: string[] = [];
  let done = start;
  visitMarkdown(parent, (node) => {
    if (node === parent) return undefined;
    const output = writeMdxNode(node, writing);
    if (output === undefined) return undefined;
    const span = spanOf(node);
    parts.push(source.slice(done, span.start), placeOutput(output, source, span.start, span.end));
    done = span.end;
    return 'skip';
  });
  return parts.join('') + source.slice(done, end);
}

function writeMdxNode(node: Nodes, writing: MdxWriting): TagOutput | undefined {
  switch (node.type) {
    case 'mdxjsEsm':
      return writeModule(node.value, writing.note);
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return writeExpression(node.value, node.type === 'mdxFlowExpression', writing);
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return writeComponent(readComponent(node, writing), writing);
    default:
      return undefined;
  }
}

function writeModule(code: string, note: AddNote): TagOutput {
  if (isImports(code)) {
    note(`import removed: ${code.replace(/\s+/g, ' ').slice(0, 300)}`);
    return createInline('');
  }
  note('exported code was kept as it was; write what it showed, or remove it');
  return writeKeptMarkdown(code);
}

const IMPORT = /\s*import\s[^;"']*["'][^"']*["'];?/y;

/** Returns true for code that consists of imports alone. */
function isImports(code: string): boolean {
  IMPORT.lastIndex = 0;
  let end = 0;
  while (IMPORT.test(code)) end = IMPORT.lastIndex;
  return end > 0 && code.slice(end).trim() === '';
}

function writeExpression(code: string, isBlock: boolean, { context, note }: MdxWriting): TagOutput {
  const comment = /^\s*\/\*([\s\S]*)\*\/\s*$/.exec(code)?.[1];
  if (comment !== undefined || code.trim() === '') {
    if (!/^\s*(?:truncate|more)?\s*$/.test(comment ?? ''))
      note(`comment removed: ${(comment ?? '').replace(/\s+/g, ' ').trim().slice(0, 300)}`);
    return createInline('');
  }
  const literal =
    /^\s*(["'`])((?:(?!\1)[^\\$])*)\1\s*$/.exec(code)?.[2] ??
    /^\s*(\d+(?:\.\d+)?)\s*$/.exec(code)?.[1];
  const key = /^\s*(?:frontMatter|frontmatter|props|metadata)\.([\w.]+)\s*$/.exec(code)?.[1];
  const value =
    literal ?? (key === undefined ? '' : formatTextValue(findValue(context.values, key)));
  if (literal !== undefined || value !== '') return createInline(value);
  note(`expression {${code.slice(0, 100)}} was kept as it was; write its value`);
  return isBlock
    ? writeKeptMarkdown(`{${code}}`)
    : createInline(`\`{${code.replaceAll('`', "'")}}\``);
}

/** Keeps each tag of a component, and what it encloses, in a text that can't be parsed. */
function keepComponents(source: string, note: AddNote): string {
  const text = replaceOutsideCode(
    source,
    /^(?:import\s[^\n]{0,1000}from\s[^\n]{0,1000}|import\s+["'][^\n]{0,1000})$/gm,
    () => '',
  );
  return replaceOutsideCode(
    text,
    /<\/?[A-Z][\w.]{0,100}(?:[^<>"'{}]|"[^"]{0,1000}"|'[^']{0,1000}'|\{[^{}]{0,1000}\}){0,100}>/g,
    (match) => {
      const [tag] = match;
      if (tag.startsWith('</')) return '';
      note(`component ${tag.slice(0, 100)} was kept as it was; write what it showed, or remove it`);
      return placeOutput(
        createTextBlock(writeKeptMarkdown(tag).text),
        match.input,
        match.index,
        match.index + tag.length,
      );
    },
  );
}
