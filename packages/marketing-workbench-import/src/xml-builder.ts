import { escapeTags } from 'marketing-workbench/site/escape-xml';
import { CUT_MARK, TEXT_LENGTH_MAX, TEXT_TOO_LONG } from './text-limit.ts';

/** An element whose names have their prefixes: `wp:post_id`. */
export type SourceXmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly SourceXmlElement[];
  /** The text without that of children; for XHTML in Atom, the markup. */
  readonly text: string;
  /** Set if the rest of the text was left out. */
  readonly isCut?: boolean;
};

export type XmlOptions = {
  /**
   * Returns true for a child of an element that is used. Other children are dropped while reading.
   */
  readonly isWanted?: (name: string, parent: string) => boolean;
  readonly report: (problem: string) => void;
};

type OpenXmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: SourceXmlElement[];
  text: string;
  isCut?: boolean;
};

/** The limit of all texts and attributes of an item, of which only one text is its body. */
const ITEM_LENGTH_MAX = 4 * TEXT_LENGTH_MAX;
const ELEMENTS_MAX = 200_000;
const DEPTH_MAX = 500;

/**
 * Collects the elements of a feed or export from the events of a parser, without keeping more than
 * one item.
 */
export class XmlBuilder {
  readonly #file: string;
  readonly #options: XmlOptions;
  readonly #stack: OpenXmlElement[] = [];
  /** Open elements of XHTML, which belongs to the text of the last element on the stack. */
  readonly #markup: string[] = [];
  readonly #reported = new Set<string>();
  #ready: SourceXmlElement[] = [];
  #elements = 0;
  /** Length of the item so far, in characters. */
  #length = 0;
  isTooDeep = false;

  constructor(file: string, options: XmlOptions) {
    this.#file = file;
    this.#options = options;
  }

  /**
   * Returns the elements that have been read since the last call: items, and the elements around
   * them, which are still open.
   */
  takeReady(): readonly SourceXmlElement[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#stack.length + this.#markup.length >= DEPTH_MAX) this.#stopTooDeep();
    if (this.isTooDeep) return;
    const parent = this.#stack.at(-1);
    if (parent?.attributes.type === 'xhtml') {
      this.#markup.push(name);
      this.#append(parent, formatOpeningTag(name, attributes));
      return;
    }
    const element = { name, attributes: this.#takeAttributes(attributes), children: [], text: '' };
    if (this.#stack.length < this.#findItemDepth()) this.#ready.push({ ...element });
    this.#stack.push(element);
  }

  addText(text: string): void {
    const element = this.#stack.at(-1);
    if (element !== undefined)
      this.#append(element, this.#markup.length > 0 ? escapeTags(text) : text);
  }

  close(): void {
    const markup = this.#markup.pop();
    const element = markup === undefined ? this.#stack.pop() : this.#stack.at(-1);
    if (element === undefined) return;
    if (markup !== undefined) this.#append(element, `</${removeNamespace(markup)}>`);
    else if (this.#stack.length === this.#findItemDepth()) this.#finishItem(element);
    else if (this.#stack.length > this.#findItemDepth()) this.#addChild(element);
  }

  /** Describes where a file ended too early: the item with its title, or the open element. */
  describeOpen(): string | undefined {
    const item = this.#stack.find(({ name }) => ITEMS.has(name));
    const title = item === undefined ? undefined : findItemTitle(item);
    return title === undefined
      ? this.#stack.at(-1) && `<${this.#stack.at(-1)?.name}>`
      : `the text “${title}”`;
  }

  /** Returns the depth of items, which are in a channel in RSS. */
  #findItemDepth(): number {
    return this.#stack[0]?.name === 'rss' ? 2 : 1;
  }

  #finishItem(element: OpenXmlElement): void {
    this.#ready.push(element);
    this.#elements = 0;
    this.#length = 0;
  }

  #addChild(element: OpenXmlElement): void {
    const parent = this.#stack.at(-1);
    if (parent === undefined || this.#options.isWanted?.(element.name, parent.name) === false)
      return;
    this.#elements += 1;
    copyStrings(element);
    if (this.#elements <= ELEMENTS_MAX) parent.children.push(element);
    else this.#reportItem(`has more than ${ELEMENTS_MAX} parts, and the rest of them was left out`);
  }

  #append(element: OpenXmlElement, text: string): void {
    const left = TEXT_LENGTH_MAX - element.text.length;
    if (text.length > left || text.endsWith(CUT_MARK)) {
      element.isCut = true;
      this.#reportItem(TEXT_TOO_LONG);
    }
    this.#addLength(Math.min(text.length, left));
    if (this.#length <= ITEM_LENGTH_MAX)
      element.text += (text.length > left ? text.slice(0, left) : text).replace(CUT_MARK, '');
  }

  #takeAttributes(attributes: Record<string, string>): Record<string, string> {
    this.#addLength(Object.values(attributes).reduce((sum, { length }) => sum + length, 0));
    return this.#length <= ITEM_LENGTH_MAX ? attributes : {};
  }

  #addLength(length: number): void {
    this.#length += length;
    if (this.#length > ITEM_LENGTH_MAX)
      this.#reportItem(
        `has more than ${ITEM_LENGTH_MAX / 1e6} million characters in all its parts, and the rest of them was left out`,
      );
  }

  #stopTooDeep(): void {
    this.isTooDeep = true;
    this.#options.report(
      `${this.#file} has elements more than ${DEPTH_MAX} levels deep; the rest of it was not read`,
    );
  }

  #reportItem(problem: string): void {
    const item = this.#stack.find(({ name }) => ITEMS.has(name)) ?? this.#stack.at(-1);
    const title = (item && findItemTitle(item)) ?? item?.name ?? '';
    const line = `${this.#file}: “${title}” ${problem}`;
    if (!this.#reported.has(line)) this.#options.report(line);
    this.#reported.add(line);
  }
}

/** Longer texts are bodies, which nobody keeps. */
const COPIED_MAX = 20_000;

/**
 * A part of a string keeps the whole string in memory, here a chunk of the file. So what may be
 * kept of many items, such as titles, is copied.
 */
function copyStrings(element: OpenXmlElement): void {
  if (element.text.length <= COPIED_MAX) element.text = copyString(element.text);
  for (const [key, value] of Object.entries(element.attributes))
    element.attributes[key] = copyString(value);
}

function copyString(text: string): string {
  return Buffer.from(text).toString();
}

const ITEMS: ReadonlySet<string> = new Set(['item', 'entry']);

function findItemTitle({ children }: OpenXmlElement): string | undefined {
  return children.find(({ name }) => name === 'title')?.text.trim();
}

function formatOpeningTag(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeTags(value).replaceAll('"', '&quot;')}"`,
  );
  return `<${removeNamespace(name)}${written.join('')}>`;
}

function removeNamespace(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
