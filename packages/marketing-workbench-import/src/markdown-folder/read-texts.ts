import path from 'node:path';
import type { ArchiveFile } from '../archive.ts';
import { TEXT_LENGTH_MAX } from '../text-limit.ts';
import { decodeBytes } from './decode-text.ts';
import type { OldPage, Program } from './page.ts';
import { readFileName } from './page.ts';
import { parseFrontMatter } from './read-front-matter.ts';
import {
  type FrontMatterValues,
  findFirstText,
  findValue,
  formatTextValue,
  listTextValues,
} from './read-values.ts';
import type { SiteConfig } from './site-config.ts';
import { findDate, findLocalDate } from './text-outline.ts';

export type ReadText = {
  readonly file: ArchiveFile;
  readonly title: string;
  readonly values: FrontMatterValues;
  readonly page: OldPage;
  readonly date: string | undefined;
  readonly opening: string | undefined;
};

/**
 * Reads the files of texts, without their bodies. `leaveOut` is called for each file that is no
 * text, with the reason.
 */
export async function readTextFiles(
  files: readonly ArchiveFile[],
  { config, program }: { readonly config: SiteConfig; readonly program: Program },
  leaveOut: (reason: string, path: string) => void,
): Promise<readonly ReadText[]> {
  const texts: ReadText[] = [];
  for (const file of files) {
    if (OTHER_MARKUP.test(file.path) && !OUTSIDE.test(file.path))
      leaveOut('is not Markdown; convert it to Markdown', file.path);
    if (!TEXT.test(file.path) || OUTSIDE.test(file.path)) continue;
    const isHtml = /\.html?$/i.test(file.path);
    if (!isHtml && isProjectFile(file.path, config)) {
      leaveOut('is about the project', file.path);
      continue;
    }
    const text = await readTextFile(file, { config, program, isHtml }, leaveOut);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

const TEXT = /\.(?:mdx?|markdown|html?)$/i;
const OTHER_MARKUP = /\.(?:adoc|asciidoc|rst|org|textile|pandoc|njk)$/i;
/** Folders with packages, themes, layouts, and files that programs generate. */
const OUTSIDE =
  /(?:^|\/)(?:node_modules|themes|_site|vendor|bower_components|archetypes|layouts|_layouts|_includes|_sass|_data|resources|versioned_docs|\.[^/]+)\/|^(?:public|dist|build|out|_pagefind)\//;
const META =
  /(?:^|\/)(?:readme|licen[cs]e|changelog|changes|contributing|code[_-]of[_-]conduct|security|authors|contributors|notice|pull_request_template|issue_template|todo)(?:[.-][\w-]+)?$/i;

/**
 * Returns true for a file about the project, such as a README at its root. A README within the
 * texts is the text of its folder.
 */
function isProjectFile(file: string, { program }: SiteConfig): boolean {
  const name = file.replace(/\.\w+$/, '');
  if (!META.test(name)) return false;
  const depth = file.split('/').length - 1;
  return depth === 0 || (!/readme$/i.test(name) && program === 'Markdown' && depth === 1);
}

type TextReading = {
  readonly config: SiteConfig;
  readonly program: Program;
  readonly isHtml: boolean;
};

async function readTextFile(
  file: ArchiveFile,
  { config, program, isHtml }: TextReading,
  leaveOut: (reason: string, path: string) => void,
): Promise<ReadText | undefined> {
  if (file.size > TEXT_LENGTH_MAX) {
    leaveOut(`has more than ${TEXT_LENGTH_MAX / 1e6} MB; split it`, file.path);
    return undefined;
  }
  const decoded = decodeBytes(await file.read());
  if (decoded === undefined) {
    leaveOut('is a binary file, despite its name', file.path);
    return undefined;
  }
  const front = parseFrontMatter(decoded.text);
  if (isHtml && !front.hasFrontMatter) return undefined;
  const values = { ...program.findDefaults?.(file.path), ...front.values };
  const { date: ofName, words } = readFileName(findTextName(file.path));
  const ofPath =
    ofName ??
    /(?:^|\/)(\d{4}[-/]\d{1,2}[-/]\d{1,2})(?:[-/]|$)/.exec(file.path)?.[1]?.replaceAll('/', '-');
  const title =
    findFirstText(values, 'title') || findHeading(front.body)?.words || createTitle(words);
  const page = program.findPage({
    path: file.path,
    values,
    title,
    date: findLocalDate(values, ofPath, config),
  });
  const reason = findExclusionReason(page, front.body, isHtml, values);
  if (page === undefined || reason !== undefined) {
    leaveOut(reason ?? 'is outside of the folders of texts', file.path);
    return undefined;
  }
  const date = findDate(values, ofPath, config);
  return { file, title, values, page, date, opening: findExcerpt(front.body, config) };
}

/** Finds the name of a text: that of its file or, for a bundle, of its folder. */
function findTextName(file: string): string {
  const name = path.posix.basename(file);
  return /^_?index\./.test(name) ? path.posix.basename(path.posix.dirname(file)) : name;
}

function createTitle(words: string): string {
  const text = words.replace(/[-_]+/g, ' ').trim();
  return text === '' || text === '.' ? 'Home' : text[0]?.toUpperCase() + text.slice(1);
}

/** Finds why a file is no text. Returns undefined if it is one. */
function findExclusionReason(
  page: OldPage | undefined,
  body: string,
  isHtml: boolean,
  values: FrontMatterValues,
): string | undefined {
  if (page === undefined) return 'is outside of the folders of texts';
  if (/\{%-?\s*for\s/.test(body) && (isHtml || page.kind === 'page'))
    return 'is a template that lists texts';
  const isList =
    /(?:^|\/)_?index\.\w+$/.test(page.addresses[0] ?? '') ||
    findValue(values, 'redirect_to') !== undefined;
  return body.trim() === '' && page.kind === 'page' && !isList
    ? 'has no text of its own'
    : undefined;
}

/** Finds the heading of the first level at the start of a body, and its end. */
export function findHeading(
  body: string,
): { readonly words: string; readonly end: number } | undefined {
  const lineEnd = body.slice(0, HEADING_LENGTH_MAX).indexOf('\n');
  if (lineEnd === -1 && body.length > HEADING_LENGTH_MAX) return undefined;
  const end = lineEnd === -1 ? body.length : lineEnd + 1;
  const line = body.slice(0, end).trimEnd();
  if (/^#[ \t]/.test(line)) {
    const words = trimHeading(line.slice(1).trim());
    return words === '' ? undefined : { words: toPlain(words), end };
  }
  const rule = body.slice(end, end + HEADING_LENGTH_MAX);
  const underline = /^=+[ \t]*(?:\r?\n|$)/.exec(rule)?.[0];
  if (lineEnd === -1 || underline === undefined || !/^[^\s#>*-]/.test(line)) return undefined;
  return { words: toPlain(line), end: end + underline.length };
}

/** The limit of a heading in characters; titles are shorter. */
const HEADING_LENGTH_MAX = 600;

/** Removes the id and the number signs at the end of a heading. */
function trimHeading(line: string): string {
  const start = line.endsWith('}') ? line.lastIndexOf('{') : -1;
  const words =
    start !== -1 && /^\{#[\w-]+\}$/.test(line.slice(start)) ? line.slice(0, start).trimEnd() : line;
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  return words.slice(0, end).trimEnd();
}

const EXCERPT_MAX = 600;

/** Finds the words before the mark that ends an excerpt, unless they are too long for one. */
function findExcerpt(body: string, { values }: SiteConfig): string | undefined {
  const separator = formatTextValue(findValue(values, 'excerpt_separator'));
  const marks = [
    '<!--more-->',
    '<!-- more -->',
    '<!-- truncate -->',
    '<!--truncate-->',
    '{/* truncate */}',
    ...listTextValues(separator),
  ];
  const ends = marks.map((mark) => body.indexOf(mark)).filter((index) => index > 0);
  if (ends.length === 0) return undefined;
  const opening = body.slice(0, Math.min(...ends, EXCERPT_MAX * 4));
  // The tags of the program are replaced only later.
  if (/\{[{%<]|^:::/m.test(opening)) return undefined;
  const words = toPlain(opening);
  return words === '' || words.length > EXCERPT_MAX ? undefined : words;
}

function toPlain(markdown: string): string {
  return markdown
    .replace(/^#{1,6}[^\n]*$/gm, '')
    .replace(/^(?:import|export)\s[^\n]*$/gm, '')
    .replace(/\{[{%<][^{}]{0,500}[}%>]\}/g, '')
    .replace(/!\[[^\]]{0,500}\]\([^)\n]{0,1000}\)/g, '')
    .replace(/\[([^\]]{0,500})\]\([^)\n]{0,1000}\)/g, '$1')
    .replace(/<br\b[^<>]{0,1000}>/gi, ' ')
    .replace(/<[^<>]{0,1000}>/g, '')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
