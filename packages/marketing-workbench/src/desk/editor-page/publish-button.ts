import type { PublishProposal } from '../editor/publish-folder.ts';
import { createDeskDialog, createDialogButton } from './desk-dialog.ts';
import { requestDesk } from './request-desk.ts';

const PLACE = 'position: fixed; inset-block-start: 11px; inset-inline-end: 130px; z-index: 1';
const LINES = 'white-space: pre-wrap; max-height: 60vh; overflow: auto; font: inherit; padding: 0';

/** Adds the button that publishes the saved texts, after it has shown what will change. */
export function addPublishButton(): void {
  const button = createDialogButton('Publish…', 'primary');
  button.style.cssText += PLACE;
  button.addEventListener('click', () => void openPublishDialog());
  document.body.append(button);
}

async function openPublishDialog(): Promise<void> {
  const dialog = createDeskDialog('Publish');
  const lines = document.createElement('pre');
  lines.style.cssText = LINES;
  lines.setAttribute('role', 'status');
  lines.textContent = 'Comparing the saved texts with what is published …';
  const publish = createDialogButton('Publish', 'primary');
  publish.disabled = true;
  const close = createDialogButton('Close', 'secondary');
  close.addEventListener('click', () => dialog.close());
  publish.addEventListener('click', async () => {
    publish.disabled = true;
    lines.textContent = 'Publishing …';
    lines.textContent = await ask('POST', ({ output }: { readonly output: string }) => output);
  });
  dialog.append(lines, close, publish);
  dialog.showModal();
  lines.textContent = await ask('GET', (proposal: PublishProposal) => {
    publish.disabled = !proposal.canPublish;
    return proposal.lines.join('\n');
  });
}

/** Returns what the desk says, or why it refuses. */
async function ask<Answer>(method: string, read: (answer: Answer) => string): Promise<string> {
  try {
    return read(await (await requestDesk('/publishing', { method })).json());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
