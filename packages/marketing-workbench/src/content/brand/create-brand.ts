import { hash } from 'node:crypto';
import type { Look } from '../../site/brand/brand.ts';
import { type Brand, DEFAULT_BRAND } from '../../site/brand/brand.ts';
import {
  type ColourAdvice,
  createPalette,
  type GivenColour,
  type GivenColours,
} from '../../site/brand/colours.ts';
import { DEFAULT_LOGO, paintLogo } from '../../site/brand/logo.ts';
import { describeBytes, formatShortHash, type MediaFile } from '../images/encode-image.ts';
import { drawIcons } from './draw-icons.ts';

export type BrandSettings = Partial<Look> & {
  /** The specification's colours if undefined. */
  readonly colours?: GivenColours['colours'] | undefined;
  /** Colours by the slug of each category and of the news. */
  readonly themes: GivenColours['themes'];
  /** A logo that `readLogo` accepted. */
  readonly logo?: string | undefined;
  readonly drawings?: Brand['drawings'];
  readonly pictures?: Brand['pictures'];
  readonly style?: Brand['style'];
};

export type CreatedBrand = {
  readonly brand: Brand;
  readonly icons: readonly MediaFile[];
  readonly advice: readonly ColourAdvice[];
};

const HASH_LENGTH = 16;

export async function createBrand(settings: BrandSettings): Promise<CreatedBrand> {
  const {
    logo = DEFAULT_LOGO,
    headings = DEFAULT_BRAND.look.headings,
    corners = DEFAULT_BRAND.look.corners,
    direction,
    drawings = {},
    pictures,
    style,
  } = settings;
  const { palette, advice } = createPalette(completeColours(settings));
  const drawn = await drawIconsOnce(paintLogo(logo, palette), palette.colours.paper.light);
  const icons = drawn.map(({ name, type, bytes: drawing }) => {
    const bytes = describeBytes(drawing, () => drawing);
    return { icon: name, type, bytes, name: `${formatShortHash(bytes)}-${name}` };
  });
  const names = Object.fromEntries(icons.map(({ icon, name }) => [icon, name]));
  return {
    brand: {
      palette,
      logo,
      drawings,
      ...(pictures && { pictures }),
      ...(style && { style }),
      icons: names,
      look: { headings, corners, ...(direction && { direction }) },
    },
    icons: icons.map(({ icon, ...file }) => file),
    advice,
  };
}

let lastDrawn: { readonly key: string; readonly drawn: ReturnType<typeof drawIcons> } | undefined;

/** Draws the icons again only after the logo or its ground has changed. */
function drawIconsOnce(logo: string, ground: string): ReturnType<typeof drawIcons> {
  const key = `${ground} ${logo}`;
  if (lastDrawn?.key !== key) lastDrawn = { key, drawn: drawIcons(logo, ground) };
  return lastDrawn.drawn;
}

/**
 * Completes the colours with the built-in ones. The built-in categories have their colours only
 * beside these.
 */
function completeColours({ colours, themes }: BrandSettings): GivenColours {
  if (colours !== undefined) return { colours, themes };
  const known = new Map<string, GivenColour>(Object.entries(DEFAULT_BRAND.palette.themes));
  const completed = Object.entries(themes).map(
    ([slug, given]) => [slug, given ?? known.get(slug)] as const,
  );
  return { colours: DEFAULT_BRAND.palette.colours, themes: Object.fromEntries(completed) };
}

/**
 * Returns a part of the addresses of all that shows the brand, so that a new look gets new
 * addresses. The owner's own style sheet has a hash of its own, so cards and icons stay.
 */
export function hashBrand({ style, ...brand }: Brand): string {
  return hash('sha256', JSON.stringify(brand)).slice(0, HASH_LENGTH);
}
