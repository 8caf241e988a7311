import type { ArchiveFile } from '../archive.ts';
import { decodeBytes } from './decode-text.ts';
import { parseDataText } from './read-front-matter.ts';
import {
  type FrontMatterValues,
  findFirstText,
  findValue,
  formatTextValue,
  isRecord,
  readRecord,
} from './read-values.ts';

export const PROGRAM_NAMES = [
  'Astro',
  'Docusaurus',
  'Eleventy',
  'Gatsby',
  'Hugo',
  'Jekyll',
  'Markdown',
] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];

/** The configuration of a site, read without running it. */
export type SiteConfig = {
  readonly program: ProgramName;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly timeZone: string | undefined;
  /** The origin, such as `https://www.example.com`; empty if the site names none. */
  readonly origin: string;
  /**
   * The path of the site on its domain, without a slash at its end; empty for a site at the root.
   */
  readonly basePath: string;
  /** The values of files in YAML, TOML and JSON. */
  readonly values: FrontMatterValues;
  /** The code of files in JavaScript and TypeScript, without comments. */
  readonly code: string;
  /** Code and data of single pages and folders, by path. */
  readonly scripts: ReadonlyMap<string, string>;
};

const CONFIG_FILES: readonly (readonly [ProgramName, RegExp])[] = [
  ['Hugo', /^hugo\.(?:toml|ya?ml|json)$/],
  ['Hugo', /^config\/_default\/[\w.-]+\.(?:toml|ya?ml|json)$/],
  ['Jekyll', /^_config\.(?:ya?ml|toml)$/],
  [
    'Astro',
    /^(?:astro\.config\.\w+|src\/content[./]config\.\w+|src\/(?:config|consts)\.\w+|src\/pages\/.*\.astro)$/,
  ],
  [
    'Eleventy',
    /^(?:\.eleventy\.c?js|eleventy\.config\.\w+|(?:.*\/)?(?:([\w-]+)\/\1\.json|[\w-]+\.11tydata\.\w+))$/,
  ],
  ['Docusaurus', /^docusaurus\.config\.\w+$/],
  ['Gatsby', /^gatsby-(?:config|node)\.\w+$/],
  ['Hugo', /^config\.(?:toml|ya?ml|json)$/],
];
const CONFIG_BYTES_MAX = 2_000_000;

/** Reads the configuration of a site of the program. */
export async function readSiteConfig(
  files: readonly ArchiveFile[],
  program: ProgramName,
  problems: string[],
): Promise<SiteConfig> {
  const patterns = CONFIG_FILES.filter(([name]) => name === program).map(([, pattern]) => pattern);
  const own = files.filter((file) => patterns.some((pattern) => pattern.test(file.path)));
  let values: FrontMatterValues = {};
  const codes: string[] = [];
  const scripts = new Map<string, string>();
  for (const file of own) {
    const text = file.size > CONFIG_BYTES_MAX ? '' : (decodeBytes(await file.read())?.text ?? '');
    if (PART_FILE.test(file.path)) scripts.set(file.path, text);
    else if (/\.(?:ya?ml|toml|json)$/.test(file.path))
      values = mergeValues(values, readConfigFile(file.path, text, problems));
    else codes.push(removeComments(text));
  }
  const config = createConfig(program, values, codes.join('\n'));
  return { ...config, origin: config.origin || (await readDomain(files)), scripts };
}

/** Reads the domain of GitHub Pages, which a file at the root of the site or of its `static` names. */
async function readDomain(files: readonly ArchiveFile[]): Promise<string> {
  const file = files.find(({ path }) => /^(?:(?:static|public)\/)?CNAME$/.test(path));
  if (file === undefined || file.size > DOMAIN_BYTES_MAX) return '';
  const domain = (decodeBytes(await file.read())?.text ?? '').trim();
  return /^[\w-]+(?:\.[\w-]+)+$/.test(domain) ? `https://${domain}` : '';
}

const DOMAIN_BYTES_MAX = 1_000;

/** Files that a site of the program may have, but that other folders may have, too. */
const PART_FILE = /\.astro$|\.11tydata\.\w+$|^(?:.*\/)?([\w-]+)\/\1\.json$/;

function readConfigFile(path: string, text: string, problems: string[]): FrontMatterValues {
  const name = path.endsWith('.toml') ? 'TOML' : path.endsWith('.json') ? 'JSON' : 'YAML';
  const { values, problem } = parseDataText(text, name);
  if (values === undefined) {
    problems.push(
      `${path} can't be read (${problem}); repair it and import again, because it defines the addresses of the texts`,
    );
    return {};
  }
  // Hugo: `config/_default/params.toml` has the keys below `params`.
  const key = /^config\/_default\/([\w-]+)\.\w+$/.exec(path)?.[1];
  return key === undefined || key === 'hugo' || key === 'config' ? values : { [key]: values };
}

function mergeValues(one: FrontMatterValues, other: FrontMatterValues): FrontMatterValues {
  const merged: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined;
    merged[key] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
  }
  return merged;
}

function removeComments(code: string): string {
  return code.replace(/^[ \t]*(?:\/\/|\*|\/\*).*$/gm, '');
}

function createConfig(
  program: ProgramName,
  values: FrontMatterValues,
  code: string,
): Omit<SiteConfig, 'scripts'> {
  const address =
    findFirstText(values, ...(program === 'Hugo' ? ['baseURL'] : ['url', 'site'])) ||
    findLiteral(code, 'site', 'url', 'siteUrl', 'SITE_URL', 'website');
  const url = URL.parse(/^\/\//.test(address) ? `https:${address}` : address);
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  const base =
    findFirstText(values, 'baseurl') ||
    // Astro: a loader of texts has a base, too.
    findLiteral(code.replace(/\bglob\(\{[^{}]{0,2000}\}\)/g, ''), 'base', 'baseUrl', 'pathPrefix');
  const path = program === 'Hugo' ? '' : (URL.parse(base, 'https://any.example')?.pathname ?? '');
  return {
    program,
    title: readSiteTitle(values) || findLiteral(code, 'title', 'SITE_TITLE', 'name'),
    description:
      findFirstText(values, 'description', 'params.description', 'tagline') ||
      findLiteral(code, 'description', 'tagline', 'SITE_DESCRIPTION', 'desc'),
    language: readSiteLanguage(values) || findLiteral(code, 'defaultLocale', 'lang', 'locale'),
    timeZone: findFirstText(values, 'timezone', 'timeZone') || undefined,
    origin: isWeb ? url.origin : '',
    basePath: `${isWeb ? url.pathname : ''}/${path}`.replace(/\/+/g, '/').replace(/\/$/, ''),
    values,
    code,
  };
}

function readSiteTitle(values: FrontMatterValues): string {
  const language = findFirstText(values, 'defaultContentLanguage');
  return findFirstText(values, 'title', `languages.${language || 'en'}.title`, 'name');
}

function readSiteLanguage(values: FrontMatterValues): string {
  const language = findFirstText(
    values,
    'languageCode',
    'locale',
    'lang',
    'language',
    'defaultContentLanguage',
  );
  return /^[a-z]{2,3}(?:[-_][A-Za-z]{2,8})*$/.test(language) ? language.replaceAll('_', '-') : '';
}

/**
 * Finds the text that a key or constant has in code: `url: 'https://…'`, `const SITE_TITLE = "…"`.
 * The first key that has one wins.
 */
export function findLiteral(code: string, ...keys: readonly string[]): string {
  for (const key of keys) {
    const pattern = new RegExp(
      `(?<![\\w$.])["']?${key}["']?\\s*[:=]\\s*(["'\`])((?:(?!\\1)[^\\\\\\n]|\\\\.){0,2000})\\1`,
    );
    const text = pattern.exec(code)?.[2]?.replace(/\\(.)/g, '$1').trim();
    if (text && !text.includes('${')) return text;
  }
  return '';
}

/** Lists all texts that a key has in code. */
export function listLiterals(code: string, key: string): readonly string[] {
  const pattern = new RegExp(
    `(?<![\\w$.])["']?${key}["']?\\s*:\\s*(["'\`])((?:(?!\\1)[^\\\\\\n]|\\\\.){0,2000})\\1`,
    'g',
  );
  return Array.from(code.matchAll(pattern), ([, , text = '']) => text);
}

/** Reads the values below a key of the configuration. */
export function readSection(config: SiteConfig, key: string): FrontMatterValues {
  return readRecord(findValue(config.values, key));
}

export function readSetting(config: SiteConfig, key: string): string {
  return formatTextValue(findValue(config.values, key));
}
