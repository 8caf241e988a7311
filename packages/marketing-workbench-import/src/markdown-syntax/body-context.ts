import type { FrontMatterValues } from '../markdown-folder/read-values.ts';
import type { SiteConfig } from '../markdown-folder/site-config.ts';
import type { TextLinks } from '../markdown-folder/text-links.ts';

/** The text whose body is rendered, and the site that it comes from. */
export type BodyContext = {
  readonly path: string;
  readonly title: string;
  readonly values: FrontMatterValues;
  readonly config: SiteConfig;
  readonly links: TextLinks;
};

/** Tells the owner what was changed in the text, or kept as it was. */
export type AddNote = (what: string) => void;
