import { type ComponentType, useEffect, useState } from 'react';

/** Chromium and Firefox include the URL of the file in the error message. */
const FILE_URL = /https?:\S+\.js/;

/** Each of these events means that a reader is using the page. */
const INTERACTION_EVENTS = ['pointermove', 'touchstart', 'scroll', 'keydown'];

/**
 * Loads a module by `import()`. Browsers cache a failed import, so the retry adds a query to the
 * URL. Rejects if the retry fails, or if the browser doesn't name the URL (Safari).
 */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const [file] = FILE_URL.exec(String(error)) ?? [];
    if (file === undefined) throw error;
    return await import(/* @vite-ignore */ `${file}?${Date.now()}`);
  }
}

/**
 * A component whose code the first page doesn't load. It is loaded at the first of these events, or
 * when `needCount`, the number of times it was needed, grows. Undefined until loaded; after a
 * failure the next need tries again.
 */
export function useLazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  needCount: number,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>();
  useEffect(() => {
    if (component !== undefined) return;
    const loadNow = () => {
      load().then(
        (loaded) => setComponent(() => loaded),
        () => undefined,
      );
    };
    if (needCount > 0) loadNow();
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true, once: true };
    for (const sign of INTERACTION_EVENTS) addEventListener(sign, loadNow, options);
    return () => listening.abort();
  }, [component, load, needCount]);
  return component;
}
