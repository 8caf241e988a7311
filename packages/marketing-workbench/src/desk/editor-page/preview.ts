import type CMS from '@sveltia/cms';
import type { createElement } from 'react';

declare global {
  interface Window {
    /** The editor's own React creates its elements. */
    readonly h: typeof createElement;
  }
}

type PreviewProperties = {
  readonly entry: {
    readonly get: (key: 'slug') => unknown;
    readonly getIn: (path: ['data', string]) => unknown;
  };
};

const PLACEHOLDER = /\{\{(\w+)\}\}/g;
const FILL = { position: 'fixed', inset: 0, width: '100%', height: '100%', border: 0 } as const;

/** Shows each text as its page of the development server, which reloads when the text is saved. */
export function registerPreviews(
  editor: typeof CMS,
  addresses: Readonly<Record<string, string>>,
): void {
  for (const [collection, address] of Object.entries(addresses)) {
    editor.registerPreviewTemplate(collection, ({ entry }: PreviewProperties) => {
      const read = (key: string) => (key === 'slug' ? entry.get(key) : entry.getIn(['data', key]));
      const isSaved = Array.from(address.matchAll(PLACEHOLDER), ([, key = '']) => read(key)).every(
        Boolean,
      );
      if (!isSaved) return window.h('p', {}, 'Save the text to see its page.');
      const src = address.replaceAll(PLACEHOLDER, (_, key: string) => String(read(key)));
      return window.h('iframe', { title: 'Page', src, style: FILL });
    });
  }
}
