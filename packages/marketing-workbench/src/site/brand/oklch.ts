/** Lightness from 0 to 1, chroma, and hue in radians (OKLCH, CSS Color 4). */
export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number };

type Triple = readonly [number, number, number];

/** `hex` is `#rgb` or `#rrggbb`. */
export function parseColour(hex: string): Oklch {
  const [red, green, blue] = readChannels(hex);
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ];
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/**
 * Returns `#rrggbb`. A colour that screens can't show keeps its lightness and hue, with the largest
 * chroma that they can.
 */
export function formatColour(colour: Oklch): string {
  const lightness = Math.min(1, Math.max(0, colour.lightness));
  let [low, high] = [0, colour.chroma];
  if (isShown(mixLight({ ...colour, lightness }))) low = high;
  while (high - low > 1e-4) {
    const chroma = (low + high) / 2;
    if (isShown(mixLight({ ...colour, lightness, chroma }))) low = chroma;
    else high = chroma;
  }
  const channels = mixLight({ ...colour, lightness, chroma: low }).map((light) => {
    const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

/** Returns the contrast ratio of WCAG 2.2, from 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [computeLuminance(one), computeLuminance(other)].toSorted(
    (a, b) => a - b,
  );
  return (bright + 0.05) / (dim + 0.05);
}

/** Returns the relative luminance as WCAG 2.2 defines it. */
export function computeLuminance(hex: string): number {
  const [red, green, blue] = readChannels(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns `#rrggbb` in lower case. */
export function completeHex(hex: string): string {
  return (hex.length === 4 ? hex.replaceAll(/[^#]/g, '$&$&') : hex).toLowerCase();
}

/** Returns the linear light of red, green and blue. */
function readChannels(hex: string): Triple {
  const digits = completeHex(hex);
  const read = (start: number) => {
    const channel = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return [read(1), read(3), read(5)];
}

function mixLight({ lightness, chroma, hue }: Oklch): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isShown(channels: Triple): boolean {
  return channels.every((light) => light >= -1e-4 && light <= 1 + 1e-4);
}
