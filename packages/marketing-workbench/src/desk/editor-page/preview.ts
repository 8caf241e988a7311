import type CMS from '@sveltia/cms';
import type { createElement } from 'react';
import { requestDesk } from './request-desk.ts';

declare global {
  interface Window {
    /** The editor's own React creates its elements. */
    readonly h: typeof createElement;
  }
}

type FormText = {
  /** Empty for a text that was never saved. */
  readonly slug: string;
  readonly data: Readonly<Record<string, unknown>>;
};

type PreviewProperties = { readonly entry: { readonly toJS: () => FormText } };

const FILL = { position: 'fixed', inset: 0, width: '100%', height: '100%', border: 0 } as const;
/** The page is drawn again after a pause of this length. */
const TYPING_PAUSE_MS = 200;
const NEW_SLUG = 'unsaved-text';

/**
 * Shows each text as its page of the development server, as it is in the form. The page loads again
 * by itself when the desk has a changed text.
 */
export function registerPreviews(editor: typeof CMS, folders: Readonly<Record<string, string>>) {
  for (const [collection, folder] of Object.entries(folders)) {
    const preview = createPreview(folder);
    editor.registerPreviewTemplate(collection, ({ entry }: PreviewProperties) => {
      preview.update(entry.toJS());
      return window.h('iframe', { title: 'Page', ref: preview.attach, style: FILL });
    });
  }
}

function createPreview(folder: string) {
  let form = { slug: '', id: crypto.randomUUID() };
  let frame: HTMLIFrameElement | null = null;
  let [shown, sent] = ['', Promise.resolve()];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = async ({ slug, data: values }: FormText) => {
    // The page of another text, which is still shown, keeps its own one.
    if (form.slug !== slug) form = { slug, id: crypto.randomUUID() };
    const answer = await requestDesk(`/unsaved/${folder}/${slug || NEW_SLUG}.md`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: JSON.stringify({ id: form.id, values }),
    });
    const { address } = await answer.json();
    if (frame !== null && shown !== address) frame.src = address;
    shown = address;
  };
  return {
    attach: (element: HTMLIFrameElement | null): void => {
      frame = element;
      if (frame !== null && shown !== '') frame.src = shown;
    },
    update: (text: FormText): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          sent = sent.then(() => send(text)).catch(console.error);
        },
        shown === '' ? 0 : TYPING_PAUSE_MS,
      );
    },
  };
}
