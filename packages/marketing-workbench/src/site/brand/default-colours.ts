import type { Palette } from './colours.ts';

export const DEFAULT_COLOURS = {
  paper: { light: '#fbf7f0', dark: '#1b1714' },
  panel: { light: '#ffffff', dark: '#26211d' },
  sunken: { light: '#f3ece0', dark: '#14110f' },
  ink: { light: '#2b2620', dark: '#f1eae0' },
  soft: { light: '#5f564c', dark: '#bdb2a4' },
  line: { light: '#ddd2c1', dark: '#463d35' },
  edge: { light: '#857a6c', dark: '#94887b' },
  accent: { light: '#9c4217', dark: '#f0a070' },
  'accent-strong': { light: '#7d3410', dark: '#f6bd98' },
  'on-accent': { light: '#ffffff', dark: '#241309' },
  mark: { light: '#ffe7a3', dark: '#6b5210' },
} as const satisfies Palette['colours'];

/** Colours by slug of a category or of the news. */
export const DEFAULT_THEMES = {
  'google-ads': { light: '#1f5c99', dark: '#8dbdf0' },
  'facebook-ads': { light: '#4a4a9c', dark: '#b3b3f2' },
  'email-marketing': { light: '#2a6558', dark: '#83c8b8' },
  seo: { light: '#7a5410', dark: '#e5b966' },
  'digital-marketing-news': { light: '#93304b', dark: '#f0a0b4' },
} as const satisfies Palette['themes'];
