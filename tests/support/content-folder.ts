import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import {
  formatFinding,
  sortContentFindings,
} from '../../packages/marketing-workbench/src/content/content-finding.ts';
import { listAllSubcategories } from '../../packages/marketing-workbench/src/site/settings.ts';
import { compileFolder } from './compile-folder.ts';
import { LEGACY_PATHS, SITE } from './default-site.ts';

/**
 * Files by path below the content folder; null leaves a file out, and a path that ends with / is a
 * folder.
 */
export type ContentOverrides = Readonly<Record<string, string | Uint8Array | null>>;

/**
 * The time of compilation: after the base article was published, before any post that a test
 * schedules.
 */
export const COMPILED_AT = new Date('2025-06-01T12:00:00Z');
export const ARTICLE_FILE = 'articles/seo/local-seo/base-article.md';
export const GUIDE_FILE = 'guides/google-ads-coupon-codes.md';
export const ARTICLE_ADDRESS = '/seo/local-seo/base-article';

/** A picture of 360 × 200, and a description of the right length. */
export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 200"><rect width="9" height="9"/></svg>';
export const DESCRIPTION = 'One hundred and ten characters. '.repeat(4).trim();

/**
 * Writes a small valid content folder, changed by `overrides`, and removes it when the test ends.
 * Returns its path.
 */
export async function writeContentFolder(overrides: ContentOverrides = {}): Promise<string> {
  const parent = mkdtempSync(path.join(tmpdir(), 'workbench-content-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = path.join(parent, 'content');
  writeFiles(folder, { ...BASE, ...overrides });
  return folder;
}

/** Writes a new folder. */
export function writeFiles(folder: string, files: ContentOverrides): void {
  mkdirSync(folder);
  const folders = new Set([folder]);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    const parent = name.endsWith('/') ? file : path.dirname(file);
    if (!folders.has(parent)) mkdirSync(parent, { recursive: true });
    folders.add(parent);
    if (content !== null && !name.endsWith('/')) writeFileSync(file, content);
  }
}

/**
 * Returns every error and all advice for the base changed by `overrides`, as the terminal shows it.
 */
export async function listContentFindings(overrides: ContentOverrides): Promise<readonly string[]> {
  const { problems, advice } = await compileFolder(
    await writeContentFolder(overrides),
    COMPILED_AT,
  );
  return sortContentFindings([...problems, ...advice]).map(formatFinding);
}

type Keys = Readonly<Record<string, unknown>>;

/** An article whose valid front matter follows from its title; an undefined key is left out. */
export function formatArticle(keys: Keys = {}, body = 'Some words.'): string {
  const title = String(keys.title ?? 'Base article');
  const excerpt = `Read “${title}” and know what to do next.`.slice(0, 200);
  const metaDescription = formatDescription(title);
  return formatText({ title, excerpt, metaDescription, publishedAt: '2025-01-01', ...keys }, body);
}

/** Returns a legacy post with a body, or with a redirect instead if `keys` has one. */
export function formatLegacyPost(legacyUrl: string, keys: Keys = {}): string {
  const title = `The old page at ${legacyUrl}`.slice(0, 60);
  const body = keys.redirectTo === undefined ? 'Words that still hold.' : '';
  return formatText(
    { title, legacyUrl, metaDescription: formatDescription(legacyUrl), ...keys },
    body,
  );
}

/** Returns the guide with valid front matter of four lines. */
export function formatGuide(body: string, keys: Keys = {}): string {
  const title = String(keys.title ?? 'The guide');
  const metaDescription = formatDescription(title);
  return formatText({ title, metaDescription, publishedAt: '2025-01-01', ...keys }, body);
}

/**
 * Returns a `standard.yaml` that enforces all rules. By it the base has one problem: its article is
 * an orphan.
 */
export function formatStandard(keys: Readonly<Record<string, unknown>> = {}): string {
  const limits = { wordsMin: 0, wordsMax: 9999, articleLinksMin: 0, forbiddenPhrases: [] };
  return formatKeys({ ...limits, enforce: true, ...keys });
}

/** Returns the name of a legacy path's file in the base. */
export function legacyFile(legacyUrl: string): string {
  return `legacy/${path.posix.basename(legacyUrl, '.html').toLowerCase()}.md`;
}

export function formatText(keys: Keys, body: string): string {
  return ['---', formatKeys(keys), '---', '', body, ''].join('\n');
}

/** YAML with one key per line; an undefined key is left out. */
function formatKeys(keys: Readonly<Record<string, unknown>>): string {
  return Object.entries(keys)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`]))
    .join('\n');
}

const BASE = createBase();

function createBase(): ContentOverrides {
  const [first = '', ...others] = LEGACY_PATHS;
  const redirectTo = ARTICLE_ADDRESS;
  return {
    'categories.yaml': formatCategories(),
    [ARTICLE_FILE]: formatArticle(),
    [GUIDE_FILE]: formatGuide('Words of the guide.'),
    [legacyFile(first)]: formatLegacyPost(first),
    ...Object.fromEntries(
      others.map((url) => [legacyFile(url), formatLegacyPost(url, { redirectTo })]),
    ),
  };
}

function formatCategories(): string {
  const describeEach = (named: readonly { readonly slug: string }[]) =>
    named.map(({ slug }) => `  ${slug}: "What to know of ${slug}."`);
  const subcategories = describeEach(listAllSubcategories(SITE));
  return [
    'categories:',
    ...describeEach(SITE.categories),
    'subcategories:',
    ...subcategories,
    '',
  ].join('\n');
}

/** Returns a description of valid length for any subject. */
function formatDescription(subject: string): string {
  const rest =
    'what it is for, how it is done, and how you can tell within a week or two that it has worked out as planned';
  return `${subject.slice(0, 40)}: ${rest}.`;
}
