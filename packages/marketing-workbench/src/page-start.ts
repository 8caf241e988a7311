// A classic script that runs before the first paint. It shows what needs scripts, applies the
// chosen colour scheme and loads the modules later.

/** Events of a reader who is about to interact with the page. */
const INTERACTION_EVENTS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin'];

const hydrated = new AbortController();
addEventListener('hydrated', () => hydrated.abort(), { once: true });

markScripted(true);
applyStoredTheme();
replayInput();
keepTypedText();
reloadOnHistory();
loadModules(document.currentScript?.dataset ?? {});

/** Shows what needs scripts. If a module does not arrive, the page works as without scripts. */
function markScripted(isScripted: boolean): void {
  document.documentElement.toggleAttribute('data-scripting', isScripted);
}

function applyStoredTheme(): void {
  try {
    const chosen = localStorage.getItem('theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system's scheme applies.
  }
}

/**
 * Replays the last click on a button, and the last function key (F8 focuses the notifications),
 * after hydration.
 */
function replayInput(): void {
  let button: HTMLElement | null = null;
  let functionKey = '';
  const { signal } = hydrated;
  const keepClick = ({ target }: Event) => {
    button =
      target instanceof Element ? target.closest<HTMLElement>('button[type="button"]') : null;
  };
  const keepKey = ({ key }: KeyboardEvent) => {
    if (/^F\d/.test(key)) functionKey = key;
  };
  addEventListener('click', keepClick, { signal, capture: true });
  addEventListener('keydown', keepKey, { signal });
  signal.addEventListener('abort', () => {
    button?.click();
    if (functionKey === '') return;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: functionKey, code: functionKey }));
  });
}

/**
 * Keeps text that is typed after a click on the search button until the field appears, and enters
 * it there.
 */
function keepTypedText(): void {
  let isOpening = false;
  let typed = '';
  const start = ({ target }: Event) => {
    const button =
      target instanceof Element ? target.closest('button[aria-controls="SearchPanel"]') : null;
    isOpening = button !== null && button.getAttribute('aria-expanded') !== 'true';
    if (!isOpening) typed = '';
  };
  const keep = (event: KeyboardEvent) => {
    if (!isOpening || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') isOpening = false;
    const text = addKey(typed, event.key);
    // The button still has the focus, so a space or Enter would click it again.
    if (text !== typed || (text !== '' && event.key === 'Enter')) event.preventDefault();
    typed = isOpening ? text : '';
  };
  const end = ({ target }: Event) => {
    if (!isOpening || !(target instanceof HTMLInputElement)) return;
    isOpening = false;
    if (typed !== '') enterText(target, typed);
    typed = '';
  };
  addEventListener('click', start, { capture: true });
  addEventListener('keydown', keep, { capture: true });
  addEventListener('focusin', end);
}

function addKey(text: string, key: string): string {
  if (key === 'Backspace') return text.slice(0, -1);
  // `key` is longer than one character for keys such as Enter. A leading space is meant for the
  // button.
  return key.length === 1 && text + key !== ' ' ? text + key : text;
}

/** Sets the text and dispatches the `input` event that typing would. */
function enterText(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/**
 * After a reload, Back and Forward change only the address. Before hydration a reload has to show
 * the page.
 */
function reloadOnHistory(): void {
  const { pathname, search } = location;
  const follow = () => {
    if (location.pathname !== pathname || location.search !== search) location.reload();
  };
  addEventListener('popstate', follow, { signal: hydrated.signal });
}

/**
 * Loads all modules at once when the page is idle, because reading needs none. Each runs in a task
 * of its own, so that the page stays responsive.
 */
async function loadModules({ modules = '', integrity = '' }: DOMStringMap): Promise<void> {
  await waitForIdle();
  const hashes = integrity.split(' ');
  const files = modules
    .split(' ')
    .map((address, index) => ({ address, integrity: hashes[index] ?? '' }));
  for (const { address: href, integrity } of files) {
    const link = { rel: 'modulepreload', href, integrity };
    document.head.append(Object.assign(document.createElement('link'), link));
  }
  for (const file of files) await runModule(file);
}

type ModuleFile = { readonly address: string; readonly integrity: string };

/**
 * Runs a module by a script element, which checks its integrity. Resolves when it has run.
 */
function runModule({ address: src, integrity }: ModuleFile): Promise<unknown> {
  return new Promise((resolve) => {
    const script = {
      type: 'module',
      src,
      integrity,
      onload: resolve,
      onerror: () => markScripted(false),
    };
    document.head.append(Object.assign(document.createElement('script'), script));
  });
}

/** Resolves when the page is loaded, painted and idle, or on the first interaction. */
function waitForIdle(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true, capture: true };
    const end = () => {
      listening.abort();
      resolve();
    };
    for (const sign of INTERACTION_EVENTS) addEventListener(sign, end, options);
    addEventListener('load', () => whenPainted(() => runWhenIdle(end)), options);
  });
}

/**
 * The browser is idle while a frame is on its way to the screen, so this waits for the paint
 * itself.
 */
function whenPainted(run: () => void): void {
  const watch = new PerformanceObserver(() => {
    watch.disconnect();
    run();
  });
  watch.observe({ type: 'paint', buffered: true });
}

/** Safari has no idle callback. */
function runWhenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run);
}
