const CAPTION_ID = 'FigureCaption';
/** Maximum magnification of a drawing; a photograph is shown at most at its own size. */
const DRAWING_SCALE = 3;

/** Opens a figure's picture in a dialog, which closes on a navigation. */
export function showFigure(link: HTMLAnchorElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'figure-dialog no-print';
  dialog.setAttribute('aria-labelledby', CAPTION_ID);
  const picture = createPicture(link);
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
  button.className = 'figure-dialog-close';
  button.textContent = 'Close';
  button.addEventListener('click', () => dialog.close());
  return button;
}

/** A copy of the figure's picture that is sized for the window. */
function createPicture(link: HTMLAnchorElement): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'figure-dialog-picture';
  frame.role = 'group';
  frame.ariaLabel = 'Picture';
  const copy = document.createElement('div');
  copy.innerHTML = link.innerHTML;
  for (const source of copy.querySelectorAll('source')) source.sizes = '100vw';
  const image = copy.querySelector('img');
  if (image !== null) {
    const { width, height } = image;
    const largest = link.pathname.endsWith('.svg') ? width * DRAWING_SCALE : width;
    frame.style.setProperty('--figure-largest', `${largest}px`);
    frame.style.setProperty('--figure-ratio', String(width / height));
    image.loading = 'eager';
  }
  frame.append(...copy.childNodes);
  return frame;
}

function createCaption(link: HTMLAnchorElement): HTMLElement {
  const caption = document.createElement('p');
  caption.id = CAPTION_ID;
  caption.textContent = link.parentElement?.querySelector('figcaption')?.textContent ?? '';
  return caption;
}
