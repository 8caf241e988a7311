/**
 * A page in a browser, as far as the journeys need it: each driver implements this over the
 * protocol of its engine.
 */
export type EnginePage = {
  readonly goto: (url: string) => Promise<void>;
  /**
   * Calls a self-contained function in the page. Arguments and the result are JSON; an undefined
   * result arrives as null.
   */
  readonly run: <Args extends readonly unknown[], Result>(
    inPage: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>;
  /** At a point of the window, in CSS pixels. */
  readonly click: (x: number, y: number) => Promise<void>;
  /**
   * Characters are typed; `Enter`, `Escape`, `Tab`, `Backspace`, `F8` and the arrow keys have their
   * names.
   */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
  readonly back: () => Promise<void>;
  readonly forward: () => Promise<void>;
  /** PNG. */
  readonly takeScreenshot: () => Promise<Buffer>;
};

export type Engine = {
  readonly page: EnginePage;
  readonly close: () => Promise<void>;
};

/** How long a command may take, so that the error names the unanswered one. */
export const ANSWER_MS = 60_000;

export const WINDOW_SIZE = { width: 1280, height: 800 } as const;

/**
 * What a driver sends to the page: a function with its arguments, whose result comes back as JSON.
 */
export function formatCall(
  inPage: (...args: never[]) => unknown,
  args: readonly unknown[],
): string {
  return `return Promise.resolve((${inPage})(...${JSON.stringify(args)})).then((result) => JSON.stringify(result ?? null))`;
}

/**
 * The code points that WebDriver gives to keys without a character (W3C WebDriver, "Keyboard
 * actions").
 */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\ue003',
  Tab: '\ue004',
  Enter: '\ue007',
  Escape: '\ue00c',
  ArrowUp: '\ue013',
  ArrowDown: '\ue015',
  F8: '\ue038',
};

/** The actions of a key press, which WebDriver and WebDriver BiDi share. */
export function createKeyActions(keys: readonly string[]) {
  const actions = keys.flatMap((key) => {
    const value = KEYS[key] ?? key;
    return [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
  });
  return [{ type: 'key', id: 'keyboard', actions }];
}

export function createClickActions(x: number, y: number) {
  const point = { x: Math.round(x), y: Math.round(y) };
  const actions = [
    { type: 'pointerMove', ...point, duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}
