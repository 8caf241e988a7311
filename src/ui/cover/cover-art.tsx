import { useRef } from 'react';
import { useCoverDrawing } from './cover-drawing.ts';
import { COVER_HEIGHT, COVER_WIDTH } from './shapes.ts';

type CoverArtProps = {
  /** Slug of the category, or of the news: it gives the motif and the colours. */
  readonly category: string;
  /** What the drawing follows from; another slug, another drawing. */
  readonly slug: string;
  readonly className?: string;
};

/** The picture of an article that has none of its own. It says nothing that the text does not. */
export function CoverArt({ category, slug, className = '' }: CoverArtProps) {
  const cover = useRef<SVGSVGElement>(null);
  const draw = useCoverDrawing(cover);
  return (
    <svg
      ref={cover}
      viewBox={`0 0 ${COVER_WIDTH} ${COVER_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      className={`cover ${className}`}
      data-category={category}
      aria-hidden="true"
      focusable="false"
      // What the server drew stays as it is.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by this folder's own code
      dangerouslySetInnerHTML={{ __html: draw?.(category, slug) ?? '' }}
    />
  );
}
