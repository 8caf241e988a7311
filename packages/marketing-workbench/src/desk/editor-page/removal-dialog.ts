import type { Removal, RemovalQuestion } from '../editor/text-removal.ts';
import { createDeskDialog, createDialogButton } from './desk-dialog.ts';
import { requestDesk } from './request-desk.ts';

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Removes texts one after another, each with its question. After the last one it loads the page
 * again: other files changed, too, such as redirects.yaml, which the editor has read before.
 */
export function removeTextInTurn(path: string, version: string): Promise<Removal['removed']> {
  waiting += 1;
  const removed = last.then(() => removeTextFile(path, version));
  last = removed
    .then(() => true)
    .catch(() => false)
    .then((isRemoved) => {
      waiting -= 1;
      if (waiting === 0 && isRemoved) setTimeout(() => location.reload());
    });
  return removed;
}

/**
 * Asks where the address of a text should lead and removes the text. Returns the files that are
 * gone. Throws if the owner keeps the text.
 */
async function removeTextFile(path: string, version: string): Promise<Removal['removed']> {
  const address = `/removals/${path.split('/').map(encodeURIComponent).join('/')}`;
  const question: RemovalQuestion = await (await requestDesk(address)).json();
  const remove = async (to: string | null) => {
    const headers = { 'Content-Type': 'application/octet-stream', 'If-Match': version };
    const body = JSON.stringify({ to });
    const removal: Removal = await (
      await requestDesk(address, { method: 'POST', headers, body })
    ).json();
    return removal.removed;
  };
  return question.address === undefined
    ? remove(null)
    : openRemovalDialog(question.address, remove);
}

function openRemovalDialog(
  address: string,
  remove: (to: string | null) => Promise<Removal['removed']>,
): Promise<Removal['removed']> {
  const { promise, resolve, reject } = Promise.withResolvers<Removal['removed']>();
  const dialog = createDeskDialog('Remove the text');
  const label = document.createElement('label');
  label.textContent = `Where should ${address} lead? A path such as /articles, or an address with https://`;
  const field = document.createElement('input');
  field.style.cssText =
    'display: block; width: 100%; margin-block: 8px; font: inherit; padding: 4px 8px; border: 1px solid #888';
  label.append(field);
  const said = document.createElement('p');
  said.style.cssText = 'white-space: pre-wrap; min-height: 1lh';
  said.setAttribute('role', 'alert');
  const addButton = (words: string, kind: 'primary' | 'secondary', act: () => void) => {
    const button = createDialogButton(words, kind);
    button.addEventListener('click', act);
    dialog.append(button);
  };
  let isRemoving = false;
  const setDisabled = (isDisabled: boolean) => {
    isRemoving = isDisabled;
    for (const button of dialog.querySelectorAll('button')) button.disabled = isDisabled;
  };
  dialog.addEventListener('cancel', (event) => {
    if (isRemoving) event.preventDefault();
  });
  const tryRemoving = async (to: string | null) => {
    said.textContent = 'Removing …';
    setDisabled(true);
    try {
      resolve(await remove(to));
      dialog.close();
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
      setDisabled(false);
    }
  };
  dialog.append(label, said);
  addButton('Remove and redirect', 'primary', () => void tryRemoving(field.value.trim()));
  addButton('Nowhere: it is gone', 'secondary', () => void tryRemoving(null));
  addButton('Keep the text', 'secondary', () => dialog.close());
  // Has no effect once the text is removed.
  dialog.addEventListener('close', () => reject(new Error(`${address} was kept.`)));
  dialog.showModal();
  return promise;
}
