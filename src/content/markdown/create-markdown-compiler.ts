import type { Nodes, Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { VFile } from 'vfile';
import type { LineProblem } from '../content-problem.ts';
import type { ShownImage, ShownImages } from '../images/shown-images.ts';
import { writeCallouts, writeChecklists, writeCodeBlocks, writeTables } from './block-plugins.ts';
import { type Body, describeBody, EMPTY_BODY } from './body.ts';
import { createFigureWriter } from './figures.ts';
import { SANITISE_SCHEMA } from './sanitise-schema.ts';
import { findTableLines, listSpareConstructs, spareConstructs } from './spare-constructs.ts';
import { reportRawHtml, setQuotes, writeHeadings, writeLinks } from './text-plugins.ts';

/** Compiles the body of the text in `file`; its images are looked up beside it. */
export type CompileMarkdown = (
  source: string,
  file: string,
) => { readonly body: Body; readonly problems: readonly LineProblem[] };

declare module 'vfile' {
  interface DataMap {
    /** The images that the text shows. */
    images: readonly ShownImage[];
  }
}

/** Ids without a prefix, and a title over the notes that readers see. */
const HTML_OPTIONS = { clobberPrefix: '', footnoteLabel: 'Notes', footnoteLabelProperties: {} };

export function createMarkdownCompiler(images: ShownImages): CompileMarkdown {
  const processors = new Map<string, MarkdownProcessor>();
  let tableLines: ReadonlySet<number> = new Set();
  const obtainProcessor = (spare: readonly string[]): MarkdownProcessor => {
    const known = processors.get(spare.join());
    if (known !== undefined) return known;
    const processor = createProcessor(images, spare, (line) => tableLines.has(line));
    processors.set(spare.join(), processor);
    return processor;
  };
  return (source, path) => {
    const processor = obtainProcessor(listSpareConstructs(source));
    tableLines = findTableLines(source);
    const file = new VFile({ path, value: source });
    try {
      const tree = processor.runSync(processor.parse(file), file);
      const html = processor.stringify(tree, file).trim();
      const problems = file.messages.map(({ line, reason }) => ({ line: line ?? 1, message: reason }));
      return { body: { ...describeBody(tree), html, images: file.data.images ?? [] }, problems };
    } catch (error) {
      return { body: EMPTY_BODY, problems: [{ message: describeBound(error) }] };
    }
  };
}

/** Recursion over a tree that is too deep overflows the stack. */
function describeBound(error: unknown): string {
  if (error instanceof BoundError) return error.message;
  if (error instanceof RangeError) return NESTED_TOO_DEEPLY;
  throw error;
}

type MarkdownProcessor = ReturnType<typeof createProcessor>;

function createProcessor(
  images: ShownImages,
  spare: readonly string[],
  isTableLine: (line: number) => boolean,
) {
  return unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(function omitSpare() {
      spareConstructs(this.data(), spare, isTableLine);
    })
    .use(() => reportRawHtml)
    .use(remarkRehype, HTML_OPTIONS)
    .use(() => limitTree)
    .use(() => writeHeadings)
    .use(() => writeLinks)
    .use(() => createFigureWriter(images))
    .use(() => writeCallouts)
    .use(() => writeTables)
    .use(() => writeChecklists)
    .use(() => writeCodeBlocks)
    .use(() => setQuotes)
    .use(rehypeSanitize, SANITISE_SCHEMA)
    .use(rehypeStringify, { characterReferences: { useNamedReferences: true } })
    .freeze();
}

/** Depth of elements. A nested list adds two; articles need less than a tenth. */
const NESTING_MAX = 100;
/** Characters; thirty times a long article. A short text can refer to one long address many times. */
const HTML_LENGTH_MAX = 2_000_000;
/** The brackets of both tags and the slash: `<></>`. */
const TAGS_LENGTH = 5;

/** A text exceeds a limit; the message says which, and what to do. */
class BoundError extends Error {
  override name = 'BoundError';
}

const NESTED_TOO_DEEPLY = `is nested too deeply to be read; write it flatter, with at most ${NESTING_MAX} elements in each other`;
const TOO_MUCH_HTML = `comes to more than ${HTML_LENGTH_MAX / 1e6} MB of HTML; split it, or name long addresses and notes less often`;

/** Throws a `BoundError` for a tree that is too deep or too large, before any slow step. */
function limitTree(tree: Root): void {
  if (measureHtml(tree, 0) > HTML_LENGTH_MAX) throw new BoundError(TOO_MUCH_HTML);
}

/** The approximate length of its HTML in characters. */
function measureHtml(node: Nodes, depth: number): number {
  if (depth > NESTING_MAX) throw new BoundError(NESTED_TOO_DEEPLY);
  if (node.type === 'text') return node.value.length;
  if (!('children' in node)) return 0;
  let length = 0;
  if (node.type === 'element') {
    length = 2 * node.tagName.length + TAGS_LENGTH;
    for (const [name, value] of Object.entries(node.properties)) length += name.length + String(value).length;
  }
  for (const child of node.children) length += measureHtml(child, depth + 1);
  return length;
}
