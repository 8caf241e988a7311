import { createContext, type RefObject, use, useEffect, useRef, useState } from 'react';
import type { CoverSubject } from './draw-cover.ts';
import { COVER_HEIGHT, COVER_WIDTH } from './shapes.ts';

type DrawCover = (subject: CoverSubject) => string;

type Covers = {
  /** The motif of a category or of the news. */
  readonly findMotif: (theme: string) => string;
  /**
   * Draws covers on the server. A browser loads that code only for the pages that it renders
   * itself.
   */
  readonly draw?: DrawCover | undefined;
};

export const CoverContext = createContext<Covers>({ findMotif: () => '' });

type CoverArtProps = {
  /** Slug of the category, or of the news: it decides the motif and the colours. */
  readonly category: string;
  /** Each slug has its own drawing. */
  readonly slug: string;
  /** HTML of a picture of its own, in the place of the drawing. */
  readonly picture?: string | undefined;
  readonly className?: string;
};

/** Shows the decorative picture of an article. */
export function CoverArt({ category, slug, picture, className = '' }: CoverArtProps) {
  const cover = useRef<SVGSVGElement>(null);
  const draw = useDrawCover(cover);
  const { findMotif } = use(CoverContext);
  if (picture !== undefined) {
    const classes = `cover overflow-hidden ${className}`;
    // biome-ignore lint/security/noDangerouslySetInnerHtml: written by the content compiler
    return <div className={classes} dangerouslySetInnerHTML={{ __html: picture }} />;
  }
  const subject = { theme: category, motif: findMotif(category), slug };
  return (
    <svg
      ref={cover}
      viewBox={`0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className={`cover ${className}`}
      data-category={category}
      aria-hidden="true"
      focusable="false"
      // Hydration keeps the server's drawing.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by this folder's own code
      dangerouslySetInnerHTML={{ __html: draw?.(subject) ?? '' }}
    />
  );
}

/** Each of these events means that a reader is using the page. */
const INTERACTION_EVENTS = ['pointermove', 'touchstart', 'scroll', 'keydown'];

let loaded: DrawCover | undefined;

/**
 * Returns the function that draws the cover; undefined until it is loaded. It is never loaded for a
 * cover that the server drew.
 */
function useDrawCover(cover: RefObject<SVGSVGElement | null>): DrawCover | undefined {
  const { draw: onServer } = use(CoverContext);
  const [draw, setDraw] = useState(() => onServer ?? loaded);
  useEffect(() => {
    if (draw !== undefined) return;
    const listening = new AbortController();
    const { signal } = listening;
    if (cover.current?.childElementCount === 0) {
      loadDrawCover().then((drawCover) => signal.aborted || setDraw(() => drawCover));
    } else {
      for (const sign of INTERACTION_EVENTS)
        addEventListener(sign, loadDrawCover, { signal, once: true });
    }
    return () => listening.abort();
  }, [draw, cover]);
  return draw;
}

/** Returns undefined if the code can't be loaded; the page then has no covers. */
async function loadDrawCover(): Promise<DrawCover | undefined> {
  try {
    loaded ??= (await import('./draw-cover.ts')).drawCover;
  } catch {
    return undefined;
  }
  return loaded;
}
