import path from 'node:path';
import type { Element, Root } from 'hast';
import type { VFile } from 'vfile';
import { files } from '../../site/addresses.ts';
import { formatSize } from '../content-folder.ts';
import type { Download } from '../downloads.ts';
import { createElement, createText } from './elements.ts';

export type OfferedDownload = Download & {
  readonly title: string;
  readonly about: string | undefined;
  /** Line of the download in the front matter. */
  readonly line: number;
};

const HEADING = 'Downloads';

/** Adds a section with the files that go with the text: below its words, above its notes. */
export function writeDownloads(tree: Root, { data: { downloads = [] } }: VFile): void {
  const [first] = downloads;
  if (first === undefined) return;
  const heading = {
    ...createElement('h2', {}, [createText(HEADING)]),
    position: createPosition(first.line),
  };
  const list = createElement('ul', {}, downloads.map(createDownloadItem));
  const notes = tree.children.findIndex((child) => child.type === 'element' && isNotes(child));
  tree.children.splice(notes === -1 ? tree.children.length : notes, 0, heading, list);
}

function isNotes({ properties }: Element): boolean {
  return properties.dataFootnotes !== undefined;
}

/**
 * Creates an item such as `Campaign budget (XLSX, 14 kB)`. The link has no position, so that the
 * check does not look for a page there.
 */
function createDownloadItem({ name, bytes, title, about, line }: OfferedDownload): Element {
  const type = path.extname(name).slice(1).toUpperCase();
  const text = createText(`${title} (${type}, ${formatSize(bytes)})`);
  const link = createElement('a', { href: files.media(name) }, [text]);
  const words = about === undefined ? [] : [createElement('br', {}), createText(about)];
  return { ...createElement('li', {}, [link, ...words]), position: createPosition(line) };
}

/** Creates the position at which problems with the words are reported. */
function createPosition(line: number) {
  return { start: { line, column: 1 }, end: { line, column: 1 } };
}
