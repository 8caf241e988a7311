import type { Element } from 'hast';
import { UNCONVERTED } from '../content/markdown/code-blocks.ts';
import { createElement, createText } from '../content/markdown/elements.ts';
import { formatHtmlFragment } from '../content/markdown/html-fragment.ts';

/** Finds what a body refers to on the new site. */
export type References = {
  /** Returns the new address of a link with these words; undefined if only the words remain. */
  readonly findLink: (href: string, words?: string) => string | undefined;
  /**
   * Returns the name of the copied file or a placeholder for it, and its alt text; undefined if
   * there is no file.
   */
  readonly findPicture: (
    src: string,
  ) => { readonly name: string; readonly alt?: string } | undefined;
  /** Returns the absolute old address of a picture or file; undefined if it has none. */
  readonly formatAddress: (src: string) => string | undefined;
};

/** State of the conversion of one body. */
export type Conversion = References & {
  /**
   * Number of players and posts of other sites that became links, and of those that were bare
   * addresses.
   */
  readonly embeds: { all: number; bare: number };
  /** Tells the owner what was changed. */
  readonly note: (what: string) => void;
  /**
   * Creates a fence with HTML that Markdown can't express. The text stays a draft until somebody
   * rewrites or removes the fence.
   */
  readonly keep: (element: Element, what: string) => Element;
};

export function createConversion(references: References, notes: string[]): Conversion {
  const note = (what: string) => void notes.push(what);
  return {
    ...references,
    embeds: { all: 0, bare: 0 },
    note,
    keep: (element, what) => {
      note(`${what} was kept as it was; rewrite it in Markdown, or remove it`);
      return createKeptFence(formatHtmlFragment([element]));
    },
  };
}

export function createKeptFence(source: string): Element {
  const code = createElement('code', { className: [`language-${UNCONVERTED}`] }, [
    createText(`${source}\n`),
  ]);
  return createElement('pre', {}, [code]);
}
