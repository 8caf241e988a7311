import { createContext, type RefObject, use, useEffect, useState } from 'react';

export type DrawCover = (category: string, slug: string) => string;

/** What draws covers on the server, where a page is whole at once. A browser fetches it for the pages it makes itself. */
export const CoverContext = createContext<DrawCover | undefined>(undefined);

/** The first of these says that somebody is reading, and may go on to another page. */
const SIGNS_OF_A_READER = ['pointermove', 'touchstart', 'scroll', 'keydown'];

let known: DrawCover | undefined;

/** What draws the cover; undefined until it is there, and for good where the server drew it already. */
export function useCoverDrawing(cover: RefObject<SVGSVGElement | null>): DrawCover | undefined {
  const onServer = use(CoverContext);
  const [draw, setDraw] = useState(() => onServer ?? known);
  useEffect(() => {
    if (draw !== undefined) return;
    const listening = new AbortController();
    const { signal } = listening;
    if (cover.current?.childElementCount === 0) {
      fetchDrawing().then((fetched) => signal.aborted || setDraw(() => fetched));
    } else {
      for (const sign of SIGNS_OF_A_READER) addEventListener(sign, fetchDrawing, { signal, once: true });
    }
    return () => listening.abort();
  }, [draw, cover]);
  return draw;
}

/** A page goes without covers where their code can't be fetched: they say nothing that the text does not. */
async function fetchDrawing(): Promise<DrawCover | undefined> {
  try {
    known ??= (await import('./draw-cover.ts')).drawCover;
  } catch {
    return undefined;
  }
  return known;
}
