import type { EnginePage } from './engine-page.ts';

const KEY = 'recorded-errors';

/** A script for each page that records what goes wrong in it, across the documents of a journey. */
export function formatErrorRecorder(): string {
  return `(${recordErrors})(${JSON.stringify(KEY)})`;
}

function recordErrors(key: string): void {
  const record = (text: string) => {
    try {
      sessionStorage.setItem(
        key,
        `${sessionStorage.getItem(key) ?? ''}${location.pathname}: ${text}\n`,
      );
    } catch {
      // A page without storage is not one of the site.
    }
  };
  const onError = ({ message, target }: ErrorEvent) =>
    record(`error: ${target instanceof Element ? target.outerHTML.slice(0, 200) : message}`);
  // Events of files that fail to load don't bubble.
  addEventListener('error', onError, { capture: true });
  addEventListener('unhandledrejection', ({ reason }) => record(`rejection: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    record(`policy: ${violatedDirective} ${blockedURI}`),
  );
  const { error } = console;
  console.error = (...parts) => {
    record(`console: ${parts.join(' ')}`);
    error(...parts);
  };
}

/** What went wrong since the last call. */
export function takeErrors(page: EnginePage): Promise<string> {
  return page.run((key) => {
    const errors = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    return errors;
  }, KEY);
}
