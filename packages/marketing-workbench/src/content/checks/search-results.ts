import type { TextAuditRule } from '../advice.ts';
import { measureArial } from './arial-widths.ts';

/** Google's font sizes on a desktop, in pixels. */
const TITLE_FONT = 20;
const DESCRIPTION_FONT = 14;
/** Width of one line of a search result. */
const TITLE_PIXELS_MAX = 580;
/** Width of two lines, less what line breaks and the ellipsis take. */
const DESCRIPTION_PIXELS_MAX = 1_060;

type CutValue = { readonly auditRule: TextAuditRule; readonly message: string };

/**
 * Says how much of a title, without the name of the site, search results show, or returns undefined
 * if they show all of it.
 */
export function describeCutTitle(title: string): CutValue | undefined {
  const width = measureArial(title, TITLE_FONT);
  if (width <= TITLE_PIXELS_MAX) return undefined;
  return {
    auditRule: 'title-cut',
    message: `is ${width} px wide, of which search results show ${TITLE_PIXELS_MAX}; shorten it`,
  };
}

export function describeCutDescription(description: string): CutValue | undefined {
  const width = measureArial(description, DESCRIPTION_FONT);
  if (width <= DESCRIPTION_PIXELS_MAX) return undefined;
  return {
    auditRule: 'description-cut',
    message: `is ${width} px long, of which search results show about ${DESCRIPTION_PIXELS_MAX}; shorten it`,
  };
}
