// Runs before anything is painted, as a classic script: the colours that the reader chose, and when to bring the code.

/** The first of these says that a reader wants something of the page beyond reading it. */
const SIGNS_OF_INTENT = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin'];

const hydrated = new AbortController();
addEventListener('hydrated', () => hydrated.abort(), { once: true });

applyTheme();
keepPress();
keepFunctionKey();
keepLetters();
followHistory();
bringCode(document.currentScript?.dataset ?? {});

function applyTheme(): void {
  try {
    const chosen = localStorage.getItem('theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch {
    // A browser that keeps nothing follows the system.
  }
}

/** A button that the reader presses before the page answers is pressed once it does: the last one, which is meant. */
function keepPress(): void {
  let pressed: HTMLElement | null = null;
  const keep = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('button[type="button"]') : null;
  };
  addEventListener('click', keep, { signal: hydrated.signal, capture: true });
  hydrated.signal.addEventListener('abort', () => pressed?.click());
}

/** The same for the last function key pressed: F8 moves the focus to the notifications. */
function keepFunctionKey(): void {
  let pressed = '';
  const keep = ({ key }: KeyboardEvent) => {
    if (/^F\d/.test(key)) pressed = key;
  };
  addEventListener('keydown', keep, { signal: hydrated.signal });
  hydrated.signal.addEventListener('abort', () => {
    if (pressed !== '') document.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, code: pressed }));
  });
}

/** Text typed between the press of the search button and the appearance of the field is put into the field. */
function keepLetters(): void {
  let isOpening = false;
  let typed = '';
  const start = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button[aria-controls="SearchPanel"]') : null;
    isOpening = button !== null && button.ariaExpanded !== 'true';
    if (!isOpening) typed = '';
  };
  const keep = (event: KeyboardEvent) => {
    if (!isOpening || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') isOpening = false;
    const text = addKey(typed, event.key);
    // A space or Enter would press the button again, which still has the focus.
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
  // Keys that aren't characters have longer names. A leading space is meant for the button.
  return key.length === 1 && text + key !== ' ' ? text + key : text;
}

/** Sets the text and dispatches the `input` event that typing would. */
function enterText(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** After a reload, Back and Forward may change the address alone; until the page answers, nobody but this shows its page. */
function followHistory(): void {
  const { pathname, search } = location;
  const follow = () => {
    if (location.pathname !== pathname || location.search !== search) location.reload();
  };
  addEventListener('popstate', follow, { signal: hydrated.signal });
}

/**
 * A page can be read without its code, which comes when it takes nothing from that: all modules at once, each run in a
 * task of its own, so that the browser answers the reader in between.
 */
async function bringCode({ modules = '', integrity = '' }: DOMStringMap): Promise<void> {
  await waitForIdle();
  const hashes = integrity.split(' ');
  const files = modules.split(' ').map((address, index) => ({ address, integrity: hashes[index] ?? '' }));
  for (const { address: href, integrity } of files) {
    const link = { rel: 'modulepreload', href, integrity };
    document.head.append(Object.assign(document.createElement('link'), link));
  }
  for (const file of files) await runModule(file);
}

type ModuleFile = { readonly address: string; readonly integrity: string };

/** By an element, as the development server would put an import in place of `import()`. Ends once it has run. */
function runModule({ address: src, integrity }: ModuleFile): Promise<unknown> {
  return new Promise((resolve) => {
    const script = { type: 'module', src, integrity, onload: resolve };
    document.head.append(Object.assign(document.createElement('script'), script));
  });
}

/** Until the page is there, painted, and the browser has nothing to do for it; or until the reader does something. */
function waitForIdle(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true, capture: true };
    const end = () => {
      listening.abort();
      resolve();
    };
    for (const sign of SIGNS_OF_INTENT) addEventListener(sign, end, options);
    addEventListener('load', () => whenPainted(() => whenIdle(end)), options);
  });
}

/** Once the reader sees something: a frame is a while on its way to the screen, in which the browser is idle already. */
function whenPainted(run: () => void): void {
  const watch = new PerformanceObserver(() => {
    watch.disconnect();
    run();
  });
  watch.observe({ type: 'paint', buffered: true });
}

/** Safari has no idle callback. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run);
  else setTimeout(run);
}
