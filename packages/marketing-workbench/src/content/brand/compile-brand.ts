import sharp from 'sharp';
import { type Brand, DEFAULT_BRAND } from '../../site/brand/brand.ts';
import { PLAIN_LOGO } from '../../site/brand/logo.ts';
import { DEFAULT_SITE } from '../../site/default-site.ts';
import type { SiteSettings, SocialProfile } from '../../site/settings.ts';
import { type ContentFinding, type LineFinding, placeInFile } from '../content-finding.ts';
import { decodeText } from '../content-folder.ts';
import { didYouMean, findClosestName } from '../did-you-mean.ts';
import type { MediaFile } from '../images/encode-image.ts';
import { cleanSvg } from '../svg/clean-svg.ts';
import type { SettingFile, YamlSource } from '../yaml.ts';
import { type BrandSettings, createBrand } from './create-brand.ts';
import { findIcon } from './icon-set.ts';
import { type LogoResult, readLogo } from './read-logo.ts';

export type CompiledBrand = {
  readonly brand: Brand;
  readonly icons: readonly MediaFile[];
  readonly problems: readonly ContentFinding[];
};

type BrandSource = {
  readonly file: string;
  readonly settings: SiteSettings;
  readonly look: BrandSettings;
  readonly pictures?: Brand['pictures'];
  readonly style?: Brand['style'];
  readonly lineOf: YamlSource['lineOf'];
};

export async function compileBrand(
  site: BrandSource,
  logoFile: SettingFile,
): Promise<CompiledBrand> {
  const logo = await compileLogo(logoFile);
  const isBuiltIn = site.settings.name === DEFAULT_SITE.name;
  const { drawings, problems } = await findDrawings(site);
  const found = [...placeInFile(site.file, problems), ...logo.problems];
  try {
    const { advice, ...created } = await createBrand({
      ...site.look,
      drawings,
      pictures: site.pictures,
      style: site.style,
      logo: logo.svg ?? (isBuiltIn ? undefined : PLAIN_LOGO),
    });
    const changed = advice.map(({ name, message }) => ({
      line: site.lineOf(...findColourPath(site.settings, name)),
      message,
      rule: 'colours' as const,
    }));
    const isBlank = logo.svg !== undefined && (await isInvisible(created.icons));
    const blank =
      logoFile !== undefined && isBlank ? [{ file: logoFile.file, message: BLANK }] : [];
    return { ...created, problems: [...found, ...placeInFile(site.file, changed), ...blank] };
  } catch (error) {
    if (logoFile === undefined) throw error;
    const problems = [...found, { file: logoFile.file, message: UNDRAWABLE }];
    return { brand: DEFAULT_BRAND, icons: [], problems };
  }
}

const UNDRAWABLE = 'can’t be drawn; save it again with another program';
const BLANK = 'shows nothing; draw a shape with a fill inside the viewBox';
/** Opacity, of 255, below which nobody sees a drawing. */
const ALPHA_MIN = 26;
const ICON_ADVICE =
  'write Bi and the name of an icon at boxicons.com, or Si and the name of a logo at simpleicons.org';

/** Advises a similar name, also one of another set: `BiStore` for `MdStore`. */
function adviseOnIcon(icon: string, names: readonly string[]): string {
  const prefix = /^[A-Z][a-z]+/.exec(icon)?.[0] ?? '';
  if (prefix === 'Bi' || prefix === 'Si') return didYouMean(icon, names, ICON_ADVICE);
  const twins = ['Bi', 'Si'].map((known) => icon.replace(prefix, known));
  const twin =
    twins.find((name) => names.includes(name)) ??
    twins.flatMap((name) => findClosestName(name, names) ?? [])[0];
  return twin === undefined ? ICON_ADVICE : `${ICON_ADVICE}, such as ${twin}`;
}

async function isInvisible(icons: readonly MediaFile[]): Promise<boolean> {
  const icon = icons.find(({ name }) => name.endsWith('-icon-512.png'));
  const { channels } = await sharp(icon?.bytes.read()).ensureAlpha().stats();
  return (channels[3]?.max ?? 0) < ALPHA_MIN;
}

/** Looks up the icons of categories and profiles. An icon that nobody chose may be missing. */
async function findDrawings({ settings: { categories, profiles }, lineOf }: BrandSource) {
  const drawings: Record<string, string> = {};
  const problems: LineFinding[] = [];
  const named = [
    ...categories.map(({ icon }, index) => ({
      icon,
      path: ['categories', index, 'icon'],
      isChosen: true,
    })),
    ...profiles.map((profile, index) => ({
      icon: nameProfileIcon(profile),
      path: ['profiles', index, 'icon'],
      isChosen: profile.icon !== undefined,
    })),
  ];
  for (const { icon, path, isChosen } of named) {
    const result = await findIcon(icon);
    if (result.kind === 'found') drawings[icon] = result.body;
    if (result.kind !== 'unknown' || !isChosen) continue;
    const [list, index] = path;
    const message = `icon in ${list} ${Number(index) + 1} “${icon}” is not an icon; ${adviseOnIcon(icon, result.names)}`;
    problems.push({ line: lineOf(...path), message });
  }
  return { drawings, problems };
}

/** Returns the chosen icon, or else the logo of the network. */
export function nameProfileIcon({ name, icon }: SocialProfile): string {
  return icon ?? `Si${name.replaceAll(/[^A-Za-z0-9]/g, '')}`;
}

/** Returns the path in `site.yaml` to the colour of a token or of a category. */
function findColourPath({ categories, news }: SiteSettings, name: string): readonly PropertyKey[] {
  const index = categories.findIndex(({ slug }) => slug === name);
  if (index !== -1) return ['categories', index, 'colour'];
  return name === news?.slug ? ['news', 'colour'] : ['colours', name];
}

async function compileLogo(source: SettingFile) {
  if (source === undefined || 'message' in source)
    return { problems: source === undefined ? [] : [source] };
  const text = decodeText(source.bytes);
  const result = text === undefined ? NOT_UTF_8 : readLogo(text);
  if (result.kind === 'refused') return { problems: placeInFile(source.file, result.problems) };
  // Its elements and attributes are safe by now; how often it draws them is not known.
  const cleaned = await cleanSvg(Buffer.from(result.svg));
  if (cleaned.kind === 'refused')
    return { problems: [{ file: source.file, message: cleaned.message }] };
  return { svg: result.svg, problems: [] };
}

const NOT_UTF_8: LogoResult = {
  kind: 'refused',
  problems: [{ message: 'is not UTF-8; save it as UTF-8' }],
};
