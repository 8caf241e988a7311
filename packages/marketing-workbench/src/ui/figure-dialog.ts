import { playVideo } from './video-player.ts';

const CAPTION_ID = 'FigureCaption';
const DIALOG =
  'figure-dialog no-print m-auto max-h-[calc(100dvh-1rem)] w-fit max-w-[calc(100vw-1rem)] overflow-auto rounded-md border border-line bg-panel p-0 text-ink shadow-raised backdrop:bg-backdrop sm:open:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:content-start';
// The dialog clips an outline outside of its box.
const CLOSE =
  'sticky top-0 left-0 block min-h-11 w-full border-b border-line bg-panel px-4 text-right text-sm font-semibold underline underline-offset-[0.25em] focus-visible:-outline-offset-4 sm:w-auto';
const PICTURE = 'overflow-x-auto focus-visible:-outline-offset-4 sm:col-span-2 sm:row-start-2';
const CAPTION =
  'mx-auto max-w-(--container-prose) px-4 pt-3 pb-4 text-sm text-soft sm:col-start-1 sm:row-start-1 sm:mx-0 sm:self-center sm:py-1 sm:leading-[1.4]';
/** Maximum magnification of a drawing; a photograph is shown at most at its own size. */
const DRAWING_SCALE = 2;

/**
 * Plays a figure's video in its place, or opens its picture in a dialog, which closes on a
 * navigation.
 */
export function showFigure(link: HTMLAnchorElement): void {
  const { player } = link.dataset;
  if (player !== undefined) playVideo(link, player);
  else openDialog(link);
}

function openDialog(link: HTMLAnchorElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = DIALOG;
  dialog.setAttribute('aria-labelledby', CAPTION_ID);
  const picture = createFigureCopy(link);
  dialog.append(createCloseButton(dialog), picture, createCaption(link));
  const listening = new AbortController();
  addEventListener('popstate', () => dialog.close(), { signal: listening.signal });
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    listening.abort();
    dialog.remove();
    link.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  // Focusable, so that the arrow keys scroll a picture that is wider than the window.
  if (picture.scrollWidth > picture.clientWidth) picture.tabIndex = 0;
}

function createCloseButton(dialog: HTMLDialogElement): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = CLOSE;
  button.textContent = 'Close';
  button.addEventListener('click', () => dialog.close());
  return button;
}

/** Returns a copy of the figure's picture that is sized for the window. */
function createFigureCopy(link: HTMLAnchorElement): HTMLElement {
  const frame = document.createElement('div');
  frame.className = PICTURE;
  frame.setAttribute('role', 'group');
  frame.setAttribute('aria-label', 'Picture');
  const copy = document.createElement('div');
  copy.innerHTML = link.innerHTML;
  for (const source of copy.querySelectorAll('source')) source.sizes = '100vw';
  const image = copy.querySelector('img');
  if (image !== null) {
    const { width, height } = findShownSource(copy) ?? image;
    const largest = link.pathname.endsWith('.svg') ? width * DRAWING_SCALE : width;
    frame.style.setProperty('--figure-largest', `${largest}px`);
    frame.style.setProperty('--figure-ratio', String(width / height));
    image.loading = 'eager';
  }
  frame.append(...copy.childNodes);
  return frame;
}

/**
 * Returns the source whose media query matches this window: the wide form of a drawing, with a
 * shape of its own.
 */
function findShownSource(picture: HTMLElement): HTMLSourceElement | undefined {
  const sources = picture.querySelectorAll<HTMLSourceElement>('source[media]');
  return [...sources].find(({ media }) => matchMedia(media).matches);
}

function createCaption(link: HTMLAnchorElement): HTMLElement {
  const caption = document.createElement('p');
  caption.id = CAPTION_ID;
  caption.className = CAPTION;
  caption.textContent = link.parentElement?.querySelector('figcaption')?.textContent ?? '';
  return caption;
}
