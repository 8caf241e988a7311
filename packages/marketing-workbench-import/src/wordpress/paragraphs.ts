type HtmlToken = {
  /** The name of a tag, in lower case; empty for text and comments. */
  readonly name: string;
  readonly kind: 'text' | 'opening' | 'closing' | 'whole';
  readonly source: string;
};

const BLOCKS: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'caption',
  'col',
  'colgroup',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'legend',
  'li',
  'menu',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'style',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
]);
/** Elements whose content stays as it is. */
const VERBATIM: ReadonlySet<string> = new Set(['pre', 'script', 'style', 'svg', 'textarea']);
/** Elements in which the end of a line, such as one between two `<source>`, is no line break. */
const UNBROKEN: ReadonlySet<string> = new Set(['audio', 'object', 'select', 'video']);
/** Elements in which text right after the tag gets a paragraph of its own. */
const ENCLOSES_PARAGRAPHS: ReadonlySet<string> = new Set(['blockquote']);
const BREAK = '<br />';

/**
 * Adds the paragraphs and line breaks that WordPress shows for the text of its classic editor.
 *
 * | in the text | shown as |
 * |---|---|
 * | a line without words, or two `<br>` | the end of a paragraph |
 * | another end of a line | `<br>` |
 * | the beginning or end of a block, such as `<ul>` | the end of a paragraph |
 * | words right after the beginning of a block | words of the block, without a paragraph |
 * | `<pre>`, scripts, style sheets, comments and tags | as they are |
 *
 * Each character is read a bounded number of times.
 */
export function addParagraphs(html: string): string {
  const writer = new ParagraphWriter();
  for (const token of readHtmlTokens(html.replace(/\r\n?/g, '\n'))) writer.add(token);
  return writer.finish();
}

class ParagraphWriter {
  readonly #done: string[] = [];
  /** The inline parts of the paragraph that is being read. */
  #run: string[] = [];
  /** Set while text belongs to a block directly, without a paragraph. */
  #isBare = false;
  /** Set while a `<p>` of the text itself is open. */
  #isInParagraph = false;
  /**
   * The line break at the end of the run, if nothing but white space follows it: a tag, or the end
   * of a line.
   */
  #lastBreak: 'tag' | 'line' | undefined;
  #unbroken = 0;

  add(token: HtmlToken): void {
    const { kind, name, source } = token;
    if (kind === 'text') this.#addText(source);
    else if (name === 'br') this.#addBreak('tag');
    else if (BLOCKS.has(name)) this.#addBlock(token);
    else this.#addInline(token);
  }

  finish(): string {
    this.#endParagraph();
    return this.#done.join('');
  }

  #addText(text: string): void {
    if (this.#unbroken > 0) {
      this.#push(text);
      return;
    }
    const [first = '', ...lines] = text.split('\n');
    // The first line continues what is before it.
    if (first.trim() !== '') this.#push(first);
    else if (first !== '' && this.#run.length > 0) this.#run.push(' ');
    let isBlank = false;
    for (const line of lines) {
      if (isBlank) this.#endParagraph();
      else if (this.#lastBreak === undefined) this.#addBreak('line');
      isBlank = line.trim() === '';
      if (!isBlank) this.#push(line.trimStart());
    }
  }

  #push(part: string): void {
    this.#run.push(part);
    this.#lastBreak = undefined;
  }

  #addBreak(kind: 'tag' | 'line'): void {
    if (kind === 'tag' && this.#lastBreak === 'tag') {
      this.#endParagraph();
      return;
    }
    this.#run.push(`${BREAK}\n`);
    this.#lastBreak = kind;
  }

  #addInline({ kind, name, source }: HtmlToken): void {
    if (UNBROKEN.has(name))
      this.#unbroken = Math.max(0, this.#unbroken + (kind === 'closing' ? -1 : 1));
    this.#push(source);
  }

  #addBlock({ kind, name, source }: HtmlToken): void {
    this.#endRun();
    const wasInParagraph = this.#isInParagraph;
    if (wasInParagraph) this.#closeParagraph();
    const isEndOfNone = name === 'p' && kind === 'closing';
    if (!isEndOfNone) this.#done.push(source);
    this.#isInParagraph = name === 'p' && kind === 'opening';
    this.#isBare = kind === 'opening' && !ENCLOSES_PARAGRAPHS.has(name);
  }

  /** Ends the paragraph after a blank line or two line breaks. */
  #endParagraph(): void {
    this.#endRun();
    if (this.#isInParagraph) this.#closeParagraph();
    this.#isBare = false;
  }

  #closeParagraph(): void {
    this.#done.push('</p>\n');
    this.#isInParagraph = false;
  }

  #endRun(): void {
    const text = trimLineBreaks(this.#run).join('').trim();
    this.#run = [];
    this.#lastBreak = undefined;
    if (text === '') return;
    this.#done.push(this.#isBare ? text : `<p>${text}</p>\n`);
  }
}

/** Removes line breaks at the beginning and end of a paragraph, where they show nothing. */
function trimLineBreaks(run: readonly string[]): readonly string[] {
  const isWord = (part: string) => part.trim() !== '' && part.trimEnd() !== BREAK;
  return run.slice(Math.max(0, run.findIndex(isWord)), run.findLastIndex(isWord) + 1);
}

function* readHtmlTokens(html: string): Generator<HtmlToken> {
  const findTagEnd = createTagScanner(html);
  const findClosing = createClosingFinder(html);
  let [textStart, at] = [0, html.indexOf('<')];
  while (at !== -1) {
    const end = html.startsWith('<!--', at) ? findCommentEnd(html, at) : findTagEnd(at);
    if (end === undefined) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    if (at > textStart) yield { kind: 'text', name: '', source: html.slice(textStart, at) };
    const tag = readHtmlToken(html.slice(at, end));
    const isVerbatim = tag.kind === 'opening' && VERBATIM.has(tag.name);
    textStart = isVerbatim ? findClosing(tag.name, end) : end;
    yield isVerbatim ? { ...tag, kind: 'whole', source: html.slice(at, textStart) } : tag;
    at = html.indexOf('<', textStart);
  }
  if (textStart < html.length) yield { kind: 'text', name: '', source: html.slice(textStart) };
}

function readHtmlToken(source: string): HtmlToken {
  const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(source) ?? [];
  const kind = name === '' ? 'whole' : slash === '/' ? 'closing' : 'opening';
  return { kind, name: name.toLowerCase(), source };
}

function findCommentEnd(html: string, start: number): number {
  const end = html.indexOf('-->', start);
  return end === -1 ? html.length : end + '-->'.length;
}

/**
 * Returns a function that finds the end of the tag at a place, or undefined if there is no tag. A
 * `>` in a quoted value ends no tag. Quotes after which an earlier search found no end are
 * remembered, which keeps the time for hostile text linear.
 */
function createTagScanner(html: string) {
  const failed = new Set<number>();
  return (start: number): number | undefined => {
    if (!/^<\/?[a-z]/i.test(html.slice(start, start + 3))) return undefined;
    const visited: number[] = [];
    let stop = findStop(html, start + 1);
    while (html[stop] === '"' || html[stop] === "'") {
      visited.push(stop);
      const closing = failed.has(stop) ? -1 : html.indexOf(html.charAt(stop), stop + 1);
      stop = closing === -1 ? html.length : findStop(html, closing + 1);
    }
    if (html[stop] === '>') return stop + 1;
    for (const place of visited) failed.add(place);
    return undefined;
  };
}

const STOP = /[<>"']/g;

/**
 * Finds the next character that may end a tag or begin a value. Returns the length if there is
 * none.
 */
function findStop(html: string, from: number): number {
  STOP.lastIndex = from;
  return STOP.exec(html)?.index ?? html.length;
}

/**
 * Returns a function that finds the end of the closing tag of a name, or the end of the text if
 * there is none.
 */
function createClosingFinder(html: string) {
  const missing = new Set<string>();
  return (name: string, from: number): number => {
    if (missing.has(name)) return html.length;
    const closing = new RegExp(`</${name}(?:\\s[^<>]*)?>`, 'gi');
    closing.lastIndex = from;
    const found = closing.exec(html);
    if (found !== null) return found.index + found[0].length;
    missing.add(name);
    return html.length;
  };
}
