import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { VFile } from 'vfile';
import type { LineProblem } from '../content-problem.ts';
import type { ShownImage, ShownImages } from '../images/shown-images.ts';
import { type Body, describeBody, EMPTY_BODY } from './body.ts';
import { writeCallouts } from './callouts.ts';
import { writeChecklists } from './checklists.ts';
import { writeCodeBlocks } from './code-blocks.ts';
import { createFigureWriter } from './figures.ts';
import { writeHeadings } from './headings.ts';
import { BoundError, limitTree, NESTED_TOO_DEEPLY } from './limit-tree.ts';
import { writeLinks } from './links.ts';
import { setQuotes } from './quotes.ts';
import { reportRawHtml } from './raw-html.ts';
import { SANITISE_SCHEMA } from './sanitise-schema.ts';
import { findTableLines, listSpareConstructs, spareConstructs } from './spare-constructs.ts';
import { writeTables } from './tables.ts';

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
