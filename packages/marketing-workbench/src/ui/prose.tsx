import type { MouseEvent } from 'react';

type ProseProps = {
  /** Sanitised HTML. */
  readonly html: string;
  /** The call that returned the HTML; hydration reads the HTML back by this name. */
  readonly source?: string;
  /** Origin of the site, for the addresses in a printed text. */
  readonly origin: string;
};

/**
 * Shows HTML of the content compiler. A click enlarges the picture of a figure or plays its video.
 */
export function Prose({ html, source, origin }: ProseProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: what is clicked is a link within
    <div
      className="prose"
      data-content={source}
      data-origin={origin}
      onClick={openFigure}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the compiler sanitised it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Follows the figure's link if the code of the dialog can't be loaded. */
function openFigure(event: MouseEvent): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('figure > a');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  import('./figure-dialog.ts').then(
    ({ showFigure }) => showFigure(link),
    () => location.assign(link.href),
  );
}
