import { formatLinkDestination } from '../vocabulary/markdown-blocks.ts';
import type { AddNote, BodyContext } from './body-context.ts';
import { createCodeTest, findCodeRanges, replaceOutsideCode } from './code-ranges.ts';

/** Writes what some programs add to the syntax of Markdown itself as plain Markdown. */
export function replaceDialects(source: string, context: BodyContext, note: AddNote): string {
  const { program } = context.config;
  let text = source;
  if (program === 'Jekyll') text = replaceKramdown(text, note);
  text = replaceHeadingIds(text);
  if (program === 'Gatsby') text = replaceEmbeds(text);
  if (program !== 'Docusaurus' && !/\.mdx$/i.test(context.path)) text = replaceTerms(text);
  text = replaceWikiLinks(text, context);
  return replaceOutsideCode(
    text,
    SPACED,
    ([, start = '', address = '', title = '']) =>
      `${start}${formatLinkDestination(address)}${title})`,
  );
}

/** A link whose file name has spaces in it. */
const SPACED =
  /(\]\()([^\s()<>"'][^()<>\n"']{0,500}? [^()<>\n"']{0,500}?\.(?:png|jpe?g|gif|webp|svg|avif|pdf|mdx?|html?)(?:#[\w-]{0,100})?)(\s+"[^"\n]{0,500}")?\)/gi;

/**
 * Replaces what kramdown adds: attributes, the mark of a table of contents, headings without a
 * space, and HTML whose content is Markdown.
 */
function replaceKramdown(source: string, note: AddNote): string {
  let text = replaceOutsideCode(
    source,
    /^[ \t]*[-*+\d.]+[ \t]+(?:toc|TOC|[^\n]{0,60})\r?\n[ \t]*\{:[ \t]*toc[^}\n]{0,100}\}[ \t]*(?:\r?\n|$)/gm,
    () => {
      note('the mark of a table of contents removed');
      return '';
    },
  );
  text = replaceOutsideCode(
    text,
    /^[ \t>]*\{:[^{}\n]{0,300}\}[ \t]*(?:\r?\n|$)|[ \t]?\{:[^{}\n]{0,300}\}/gm,
    ([found]) => {
      if (/#[\w-]+/.test(found) && found.endsWith('}')) return found;
      note('attributes {: … } removed');
      return '';
    },
  );
  text = replaceOutsideCode(text, /^[ \t]*\{::[^{}\n]{0,300}\}[ \t]*(?:\r?\n|$)/gm, () => {
    note('options {:: … } removed');
    return '';
  });
  text = replaceOutsideCode(text, /^(#{1,6})(?=[\p{L}\p{N}])/gmu, ([, marks = '']) => `${marks} `);
  return replaceOutsideCode(
    text,
    /<([a-z]\w{0,20})([^<>]{0,500}?)\smarkdown=["']?(?:1|block|span)["']?([^<>]{0,500})>/g,
    ([, name, before, after]) => `<${name}${before}${after}>\n\n`,
  );
}

/** Writes the id of `## Words {#id}` as HTML, which the conversion of the body reads. */
function replaceHeadingIds(source: string): string {
  if (!/\{:?[ \t]?#/.test(source)) return source;
  return replaceOutsideCode(
    source,
    /^((?:[ \t>]*#{1,6}[ \t]|[^\n]{1,500}(?=[^\n]{0,200}\r?\n[-=]+[ \t]*(?:\r?\n|$)))[^\n]{0,500}?)[ \t]*\{:?[ \t]?#([\w.:-]{1,100})[^{}\n]{0,200}\}([ \t]*#*[ \t]*)$/gm,
    ([, words = '', id = '', rest = '']) => `${words}<a id="${id}"></a>${rest}`,
  );
}

/** Replaces `` `youtube: id` `` of gatsby-remark-embed-video by the address of the video. */
function replaceEmbeds(source: string): string {
  return source.replace(
    /^`(?:video|youtube|vimeo):\s*([^`\n]{1,500})`[ \t]*$/gim,
    (whole, given: string) => {
      const id = given.trim();
      if (/^https?:/.test(id)) return `<${id}>`;
      return /^`vimeo/i.test(whole)
        ? `<https://vimeo.com/${id}>`
        : `<https://www.youtube.com/watch?v=${id}>`;
    },
  );
}

/** Writes definition lists (a line and `: its meaning` below it) as lists. */
function replaceTerms(source: string): string {
  if (!/^:[ \t]+\S/m.test(source)) return source;
  const isCode = createCodeTest(findCodeRanges(source));
  const lines = source.split('\n');
  const result: string[] = [];
  let offset = 0;
  let isInTerms = false;
  for (const line of lines) {
    const meaning = isCode(offset) ? undefined : /^:[ \t]+(\S.*)$/.exec(line)?.[1];
    offset += line.length + 1;
    if (meaning === undefined) {
      isInTerms = isInTerms && (line.trim() === '' || /^[ \t]{2,}/.test(line));
      result.push(isInTerms && /^[ \t]{2,}/.test(line) ? `  ${line.trimStart()}` : line);
      continue;
    }
    if (!isInTerms) markTerm(result);
    result.push('', `  ${meaning}`);
    isInTerms = true;
  }
  return result.join('\n');
}

function markTerm(lines: string[]): void {
  while (lines.at(-1)?.trim() === '') lines.pop();
  const term = lines.pop();
  if (term === undefined) return;
  const isOpen = (lines.at(-1) ?? '').trim() !== '' && !(lines.at(-1) ?? '').startsWith('  ');
  lines.push(...(isOpen ? [''] : []), `- **${term.trim().replaceAll('**', '')}**`);
}

/**
 * Replaces `![[picture.png]]`, and `[[Name|words]]` if there is a text of the name. Other brackets
 * stay as they are.
 */
function replaceWikiLinks(source: string, { links, path }: BodyContext): string {
  return replaceOutsideCode(
    source,
    /(!?)\[\[([^[\]|\n]{1,300})(?:\|([^[\]\n]{0,300}))?\]\]/g,
    (match) => {
      const [found, mark, name = '', words = ''] = match;
      if (mark === '!' && /\.(?:png|jpe?g|gif|webp|svg|avif)$/i.test(name.trim())) {
        const alt = /^\d+(?:x\d+)?$/.test(words) ? '' : words;
        return `![${alt}](${formatLinkDestination(name)})`;
      }
      const address = links.findReference(name, path);
      return address === undefined
        ? found
        : `[${words || name.replace(/#/g, ' › ')}](${formatLinkDestination(address)})`;
    },
  );
}
