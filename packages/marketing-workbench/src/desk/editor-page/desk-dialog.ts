const FONT = 'font: 15px/1.5 system-ui, sans-serif';
const DIALOG = `${FONT}; max-width: 48rem; padding: 24px; border: 1px solid #888; border-radius: 8px; color: #222; background: #fff; margin: auto`;
const BUTTON = `${FONT}; padding: 4px 16px; margin-inline-end: 8px; border-radius: 4px; cursor: pointer`;
const COLOURS = {
  primary: 'border: 1px solid #1565c0; background: #1565c0; color: #fff',
  secondary: 'border: 1px solid #888; background: #fff; color: #222',
};

/** Creates a dialog in the page, which is removed when it is closed. */
export function createDeskDialog(title: string): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.style.cssText = DIALOG;
  dialog.setAttribute('aria-label', title);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}

/** Shows a message until it is closed. */
export function showDeskMessage(message: string): void {
  const dialog = createDeskDialog('Message');
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  words.textContent = message;
  const close = createDialogButton('Close', 'primary');
  close.addEventListener('click', () => dialog.close());
  dialog.append(words, close);
  dialog.showModal();
}

export function createDialogButton(label: string, kind: keyof typeof COLOURS): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.style.cssText = `${BUTTON}; ${COLOURS[kind]}; `;
  return button;
}
