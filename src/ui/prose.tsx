import type { MouseEvent } from 'react';

type ProseProps = {
  /** Sanitised HTML. */
  readonly html: string;
  /** The call that brought the HTML: what hydration finds it again by. */
  readonly source?: string;
  /** Of the site: what the addresses in a printed text begin with. */
  readonly origin: string;
};

/** A text as the content compiler wrote it; its figures open large. */
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

/** A figure is a link to its picture, which is what it stays where the code for more can't be had. */
function openFigure(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('figure > a');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  import('./figure-dialog.ts').then(
    ({ showFigure }) => showFigure(link),
    () => location.assign(link.href),
  );
}
