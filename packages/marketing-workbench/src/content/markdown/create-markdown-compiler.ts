import type { Nodes, Root } from 'hast';
import type { Root as MarkdownRoot } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { type Data, unified } from 'unified';
import { VFile } from 'vfile';
import { ADVICE_RULES, TEXT_AUDIT_RULES } from '../advice.ts';
import type { LineFinding } from '../content-finding.ts';
import type { ShownImage } from '../images/encode-image.ts';
import type { ShownImages } from '../images/read-images.ts';
import { linkAddresses, takeTransforms } from './autolinks.ts';
import { writeCallouts, writeChecklists, writeTables } from './block-plugins.ts';
import { type CompiledBody, describeBody } from './body.ts';
import { writeCodeBlocks } from './code-blocks.ts';
import { collectComparisons } from './comparisons.ts';
import { type CountingSite, createCountingNoteWriter } from './counting-note.ts';
import { type OfferedDownload, writeDownloads } from './downloads.ts';
import { createFigureWriter } from './figures.ts';
import { reportTables } from './report-tables.ts';
import { SANITISE_SCHEMA } from './sanitise-schema.ts';
import { createLinkWriter, setQuotes, writeHeadings } from './text-plugins.ts';
import { reportUnsupported } from './unsupported-markdown.ts';

/**
 * Compiles the body of the text in `file`, whose images lie in the same folder, and adds the
 * downloads to it.
 */
export type CompileMarkdown = (
  source: string,
  file: string,
  downloads: readonly OfferedDownload[],
) => { readonly body: CompiledBody; readonly problems: readonly LineFinding[] };

declare module 'vfile' {
  interface DataMap {
    images: readonly ShownImage[];
    downloads: readonly OfferedDownload[];
  }
}

/** Options for ids without a prefix, and a visible heading above the footnotes. */
export const HTML_OPTIONS = {
  clobberPrefix: '',
  footnoteLabel: 'Notes',
  footnoteLabelProperties: {},
};

export function createMarkdownCompiler(images: ShownImages, site: CountingSite): CompileMarkdown {
  const withEmails = createProcessor(images, site, true);
  const withoutEmails = createProcessor(images, site, false);
  return (source, path, downloads) => {
    const processor = source.includes('@') ? withEmails : withoutEmails;
    const file = new VFile({ path, value: source, data: { downloads } });
    try {
      const tree = processor.runSync(processor.parse(file), file);
      const html = processor.stringify(tree, file).trim();
      const problems = file.messages.map(({ line, reason, ruleId, source: found }) => ({
        line: line ?? 1,
        message: reason,
        rule: ADVICE_RULES.find((rule) => rule === ruleId),
        auditRule: TEXT_AUDIT_RULES.find((auditRule) => auditRule === found),
      }));
      const { images = [], comparisons = [] } = file.data;
      return { body: { ...describeBody(tree), html, images, comparisons }, problems };
    } catch (error) {
      const body = {
        ...describeBody({ type: 'root', children: [] }),
        html: '',
        images: [],
        comparisons: [],
      };
      return { body, problems: [{ message: describeLimit(error) }] };
    }
  };
}

function createProcessor(images: ShownImages, site: CountingSite, hasEmails: boolean) {
  let transforms: ReturnType<typeof takeTransforms> = [];
  return unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(function limitAutolinks() {
      if (!hasEmails) omitEmailAutolinks(this.data());
      transforms = takeTransforms(this.data());
    })
    .use(() => reportUnsupported)
    .use(() => reportTables)
    .use(() => (tree: MarkdownRoot, file) => linkAddresses(tree, String(file), transforms))
    .use(() => collectComparisons)
    .use(() => createCountingNoteWriter(site))
    .use(remarkRehype, HTML_OPTIONS)
    .use(() => limitTree)
    .use(() => writeDownloads)
    .use(() => writeHeadings)
    .use(() => createLinkWriter(site.domain))
    .use(() => createFigureWriter(images))
    .use(() => writeCallouts)
    .use(() => writeTables)
    .use(() => writeChecklists)
    .use(() => writeCodeBlocks)
    .use(() => limitTree)
    .use(() => setQuotes)
    .use(rehypeSanitize, SANITISE_SCHEMA)
    .use(rehypeStringify, { characterReferences: { useNamedReferences: true } })
    .freeze();
}

/**
 * Turns off links for e-mail addresses: the parser of `remark-gfm` looks for one at every word,
 * nearly a third of the time for an article.
 */
function omitEmailAutolinks({ micromarkExtensions = [] }: Data): void {
  for (const extension of micromarkExtensions) {
    const entries = Object.entries(extension.text ?? {}).map(([code, constructs = []]) => {
      return [code, [constructs].flat().filter(({ name }) => name !== 'emailAutolink')] as const;
    });
    extension.text = Object.fromEntries(entries.filter(([, constructs]) => constructs.length > 0));
  }
}

/** Limit for the depth of elements. A nested list adds two; articles need less than a tenth. */
const NESTING_MAX = 100;
/**
 * Limit in characters, thirty times a long article. A short text can refer to one long address many
 * times.
 */
const HTML_LENGTH_MAX = 2_000_000;
/** Length of the brackets of both tags and the slash: `<></>`. */
const TAGS_LENGTH = 5;

const NESTED_TOO_DEEPLY = `is nested too deeply; use at most ${NESTING_MAX} levels of nesting`;
const TOO_MUCH_HTML = `becomes more than ${HTML_LENGTH_MAX / 1e6} MB of HTML; split it, or refer to long addresses and notes less often`;

class LimitError extends Error {
  override name = 'LimitError';
}

function describeLimit(error: unknown): string {
  if (error instanceof LimitError) return error.message;
  // The parser's recursion over a deep tree overflows the stack before the tree can be measured.
  if (error instanceof RangeError) return NESTED_TOO_DEEPLY;
  throw error;
}

/** Throws a `LimitError` for a tree that is too deep or too large, before any slow step. */
function limitTree(tree: Root): void {
  if (measureHtml(tree, 0) > HTML_LENGTH_MAX) throw new LimitError(TOO_MUCH_HTML);
}

function measureHtml(node: Nodes, depth: number): number {
  if (depth > NESTING_MAX) throw new LimitError(NESTED_TOO_DEEPLY);
  if (node.type === 'text') return node.value.length;
  if (!('children' in node)) return 0;
  let length = 0;
  if (node.type === 'element') {
    length = 2 * node.tagName.length + TAGS_LENGTH;
    for (const [name, value] of Object.entries(node.properties))
      length += name.length + String(value).length;
  }
  for (const child of node.children) length += measureHtml(child, depth + 1);
  return length;
}
