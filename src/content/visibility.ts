import type { SiteText } from './checks/site-text.ts';

/** Milliseconds since the epoch. Only articles wait for their date. */
export function visibleFrom({ kind, sound: { publishedAt } }: Pick<SiteText, 'kind' | 'sound'>): number {
  return kind === 'article' && publishedAt !== undefined ? Date.parse(publishedAt) : 0;
}

/** Whether readers see it at `now`, in milliseconds since the epoch. */
export function isPublished(document: Pick<SiteText, 'kind' | 'sound'>, now: number): boolean {
  return document.sound.draft !== true && visibleFrom(document) <= now;
}
