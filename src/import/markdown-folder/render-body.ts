import type { Values } from './read-values.ts';
import type { SiteConfig } from './site-config.ts';
import type { TextLinks } from './text-links.ts';

export type BodyContext = {
  readonly path: string;
  readonly title: string;
  readonly values: Values;
  readonly config: SiteConfig;
  readonly links: TextLinks;
};

export function renderBody(
  text: string,
  _: BodyContext,
): { readonly text: string; readonly notes: readonly string[] } {
  return { text, notes: [] };
}
