import {
  completeHex,
  computeContrast,
  computeLuminance,
  formatColour,
  type Oklch,
  parseColour,
} from './oklch.ts';

type Scheme = 'light' | 'dark';
type BothSchemes<Value> = Readonly<Record<Scheme, Value>>;

/** `#rrggbb` in each scheme. */
export type SchemeColours = BothSchemes<string>;
/** One colour, `#rgb` or `#rrggbb`, from which both schemes are derived, or one for each scheme. */
export type GivenColour = string | SchemeColours;

/** The colours of a brand, by their names in the style sheets. */
type BrandColours<Colour> = {
  readonly paper: Colour;
  readonly panel: Colour;
  readonly sunken: Colour;
  readonly ink: Colour;
  readonly soft: Colour;
  readonly line: Colour;
  readonly edge: Colour;
  readonly accent: Colour;
  readonly 'accent-strong': Colour;
  readonly 'on-accent': Colour;
  readonly mark: Colour;
};
export type BrandToken = keyof BrandColours<string>;

export type GivenColours = {
  /** What is not given is derived from the paper and the accent. */
  readonly colours: Partial<BrandColours<GivenColour>>;
  /** Colours by slug of a category or of the news. One that is undefined gets a hue of its own. */
  readonly themes: Readonly<Record<string, GivenColour | undefined>>;
};

export type Palette = {
  readonly colours: BrandColours<SchemeColours>;
  readonly themes: Readonly<Record<string, SchemeColours>>;
};

/**
 * A given colour that the site shows differently; `name` is the token, or the slug of the category.
 */
export type ColourAdvice = { readonly name: string; readonly message: string };

/** Least contrasts of WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;
const NO_CONTRAST = 1;
/** Leaves enough contrast to the colours that every site has, such as those of errors. */
const LIGHT_GROUND_LUMINANCE_MIN = 0.72;
const DARK_GROUND_LUMINANCE_MAX = 0.05;
/** The ground of errors (`src/ui/styles/tokens.css`). */
const DANGER_PANEL = { light: '#fdecea', dark: '#3a1c19' };
const DEFAULT_ACCENT = '#2457a6';
/** Most chroma of colours between grey and their hue: grounds, text and lines. */
const NEUTRAL_CHROMA_MAX = 0.015;
const THEME_CHROMA_MIN = 0.09;
const GREY_CHROMA_MAX = 0.02;
const LIGHTNESS_STEP = 0.002;
/** Its multiples are hues that differ as much as possible. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Both schemes, with enough contrast in every pair of colours that the site uses. A given colour
 * that has it is kept. Otherwise its lightness changes as little as needed; its hue and chroma
 * stay, as far as screens can show them.
 */
export function createPalette({ colours, themes }: GivenColours): {
  readonly palette: Palette;
  readonly advice: readonly ColourAdvice[];
} {
  const advice: ColourAdvice[] = [];
  const choose: Choose = (name, derived) => ({ name, given: colours[name], derived, advice });
  const seed = parseColour(pickSeed(colours.accent ?? DEFAULT_ACCENT));
  const grounds = showGrounds(
    choose,
    colours.paper === undefined ? seed : parseColour(pickSeed(colours.paper)),
  );
  const inks = showInks(choose, grounds);
  const accents = showAccents(choose, seed, { ...grounds, ink: inks.ink });
  const shownThemes = Object.entries(themes).map(([name, given], index) => {
    const derived = createThemeTone(seed, index);
    return [
      name,
      showColour({ name, given, derived, advice }, { grounds, contrast: TEXT_CONTRAST }),
    ] as const;
  });
  const palette = {
    colours: { ...grounds, ...inks, ...accents },
    themes: Object.fromEntries(shownThemes),
  };
  return { palette, advice };
}

function pickSeed(given: GivenColour): string {
  return typeof given === 'string' ? given : given.light;
}

type Choose = (name: BrandToken, derived: BothSchemes<Oklch>) => ColourChoice;
type Grounds = Readonly<Record<'paper' | 'panel' | 'sunken', SchemeColours>>;

function showGrounds(choose: Choose, seed: Oklch): Grounds {
  const paper = showGround(
    choose('paper', createTones(soften(seed, NEUTRAL_CHROMA_MAX), 0.98, 0.21)),
  );
  return {
    paper,
    panel: showGround(choose('panel', shift(paper, 0.02, 0.04))),
    sunken: showGround(choose('sunken', shift(paper, -0.03, -0.03))),
  };
}

function showInks(choose: Choose, grounds: Grounds) {
  const seed = soften(parseColour(grounds.paper.light), NEUTRAL_CHROMA_MAX);
  const onAll = {
    grounds: { ...grounds, 'the ground of errors': DANGER_PANEL },
    contrast: TEXT_CONTRAST,
  };
  return {
    ink: showColour(choose('ink', createTones(seed, 0.27, 0.94)), onAll),
    soft: showColour(choose('soft', createTones(seed, 0.46, 0.77)), onAll),
    line: showColour(choose('line', createTones(seed, 0.87, 0.37)), {
      grounds,
      contrast: NO_CONTRAST,
    }),
    edge: showColour(choose('edge', createTones(seed, 0.58, 0.63)), {
      grounds,
      contrast: SHAPE_CONTRAST,
    }),
  };
}

function showAccents(
  choose: Choose,
  seed: Oklch,
  { ink, ...grounds }: Grounds & { readonly ink: SchemeColours },
) {
  const onGrounds = { grounds, contrast: TEXT_CONTRAST };
  const accent = showColour(choose('accent', createTones(seed, seed.lightness, 0.78)), onGrounds);
  const strong = showColour(choose('accent-strong', shift(accent, -0.08, 0.07)), onGrounds);
  const onAccent = {
    grounds: { accent, 'accent-strong': strong },
    contrast: TEXT_CONTRAST,
    isReversed: true,
  };
  const underInk = { grounds: { ink }, contrast: TEXT_CONTRAST, isReversed: true };
  return {
    accent,
    'accent-strong': strong,
    'on-accent': showColour(choose('on-accent', createTones(soften(seed, 0.03), 1, 0.2)), onAccent),
    mark: showColour(choose('mark', createTones(soften(seed, 0.09), 0.93, 0.44)), underInk),
  };
}

function createThemeTone(accent: Oklch, index: number): BothSchemes<Oklch> {
  const isGrey = accent.chroma < GREY_CHROMA_MAX;
  const chroma = isGrey ? accent.chroma : Math.max(accent.chroma, THEME_CHROMA_MIN);
  return createTones(
    { ...accent, chroma, hue: accent.hue + GOLDEN_ANGLE * (index + 1) },
    0.46,
    0.78,
  );
}

function createTones(colour: Oklch, light: number, dark: number): BothSchemes<Oklch> {
  return { light: { ...colour, lightness: light }, dark: { ...colour, lightness: dark } };
}

function soften(colour: Oklch, chromaMax: number): Oklch {
  return { ...colour, chroma: Math.min(colour.chroma, chromaMax) };
}

function shift(colours: SchemeColours, light: number, dark: number): BothSchemes<Oklch> {
  return {
    light: lighten(parseColour(colours.light), light),
    dark: lighten(parseColour(colours.dark), dark),
  };
}

function lighten(colour: Oklch, by: number): Oklch {
  return { ...colour, lightness: Math.min(1, Math.max(0, colour.lightness + by)) };
}

type ColourChoice = {
  readonly name: string;
  readonly given: GivenColour | undefined;
  readonly derived: BothSchemes<Oklch>;
  readonly advice: ColourAdvice[];
};

/** A single colour is the ground of the scheme that it suits; the other scheme's is derived. */
function showGround({ name, given, derived, advice }: ColourChoice): SchemeColours {
  const grounds = inBothSchemes((scheme) => {
    const isFitting = (hex: string) =>
      scheme === 'light'
        ? computeLuminance(hex) >= LIGHT_GROUND_LUMINANCE_MIN
        : computeLuminance(hex) <= DARK_GROUND_LUMINANCE_MAX;
    const own =
      typeof given === 'string'
        ? findSuited(given) === scheme
          ? given
          : undefined
        : given?.[scheme];
    const wanted = own ?? formatColour(derived[scheme]);
    const shown = moveUntil(
      wanted,
      scheme === 'light' ? LIGHTNESS_STEP : -LIGHTNESS_STEP,
      isFitting,
    );
    if (own !== undefined && !isFitting(own)) {
      const fault = scheme === 'light' ? 'too dark' : 'too bright';
      advice.push({
        name,
        message: `${name} ${own} is ${fault} for the ${scheme} scheme; the site shows ${shown}`,
      });
    }
    return shown;
  });
  if (typeof given === 'string' && findSuited(given) === 'dark') {
    const message = `${name} ${given} is for the dark scheme; the light scheme shows ${grounds.light}; write ${name}: { light: …, dark: … } to choose both`;
    advice.push({ name, message });
  }
  return grounds;
}

function findSuited(ground: string): Scheme {
  return computeContrast(ground, '#ffffff') < computeContrast(ground, '#000000') ? 'light' : 'dark';
}

type ContrastNeeds = {
  readonly grounds: Readonly<Record<string, SchemeColours>>;
  readonly contrast: number;
  /**
   * True for a colour that is lighter in the light scheme and darker in the dark one: text on a
   * coloured ground, or a ground under text.
   */
  readonly isReversed?: boolean;
};

/**
 * A single colour is that of the light scheme. The dark scheme keeps it if it can, else it has its
 * hue and chroma.
 */
function showColour(
  { name, given, derived, advice }: ColourChoice,
  needs: ContrastNeeds,
): SchemeColours {
  return inBothSchemes((scheme) => {
    const grounds = Object.entries(needs.grounds).map(
      ([ground, colours]) => [ground, colours[scheme]] as const,
    );
    const isReached = (hex: string) =>
      grounds.every(([, ground]) => computeContrast(hex, ground) >= needs.contrast);
    const isGiven =
      typeof given !== 'string' || scheme === 'light' || (needs.contrast > 1 && isReached(given));
    const own = isGiven ? findOwn(given, scheme) : undefined;
    const seed = typeof given === 'string' ? parseColour(given) : derived[scheme];
    const wanted = own ?? formatColour({ ...seed, lightness: derived[scheme].lightness });
    const isDarkening = (scheme === 'light') !== (needs.isReversed ?? false);
    const shown = moveUntil(wanted, isDarkening ? -LIGHTNESS_STEP : LIGHTNESS_STEP, isReached);
    if (own !== undefined && !isReached(own)) {
      const [ground = '', colour = ''] =
        grounds.find(([, hex]) => computeContrast(own, hex) < needs.contrast) ?? [];
      const contrast = Math.floor(computeContrast(own, colour) * 10) / 10;
      const message = `${name} ${own} has a contrast of ${contrast} on ${ground} ${colour} in the ${scheme} scheme and needs ${needs.contrast}; the site shows ${shown}`;
      advice.push({ name, message });
    }
    return shown;
  });
}

function findOwn(given: GivenColour | undefined, scheme: Scheme): string | undefined {
  return typeof given === 'string' ? given : given?.[scheme];
}

function inBothSchemes(show: (scheme: Scheme) => string): SchemeColours {
  return { light: show('light'), dark: show('dark') };
}

/**
 * Returns as `#rrggbb` the colour itself, or the first one lighter or darker in steps that is good,
 * at the latest white or black.
 */
function moveUntil(hex: string, step: number, isGood: (hex: string) => boolean): string {
  if (isGood(hex)) return completeHex(hex);
  let colour = parseColour(hex);
  let shown = hex;
  while (!isGood(shown) && colour.lightness !== (step > 0 ? 1 : 0)) {
    colour = lighten(colour, step);
    shown = formatColour(colour);
  }
  return shown;
}
