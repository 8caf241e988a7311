import { type BrowserContext, chromium, devices } from '@playwright/test';
import { type Engine, formatCall, WINDOW_SIZE } from './engine-page.ts';

type ChromiumOptions = {
  /** Runs in each page before the page's own scripts. */
  readonly before: string;
  readonly changeStyles?: (css: string) => string;
};

/** Chromium, by Playwright. */
export async function openChromium(
  program: string,
  { before, changeStyles }: ChromiumOptions,
): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: program,
    args: ['--disable-background-networking', '--disable-gpu', '--no-first-run'],
    chromiumSandbox: process.getuid?.() !== 0,
  });
  // The server takes a headless browser for a bot and counts none of its views.
  const { userAgent } = devices['Desktop Chrome'];
  const context = await browser.newContext({
    viewport: WINDOW_SIZE,
    reducedMotion: 'reduce',
    userAgent,
  });
  await context.addInitScript(before);
  if (changeStyles !== undefined) await changeStyleSheets(context, changeStyles);
  const page = await context.newPage();
  return {
    page: {
      goto: async (url) => void (await page.goto(url)),
      run: async (inPage, ...args) =>
        JSON.parse(await page.evaluate<string>(`(() => { ${formatCall(inPage, args)} })()`)),
      click: (x, y) => page.mouse.click(x, y),
      press: async (...keys) => {
        for (const key of keys) await page.keyboard.press(key === ' ' ? 'Space' : key);
      },
      resize: (width, height) => page.setViewportSize({ width, height }),
      back: async () => void (await page.goBack({ waitUntil: 'commit' })),
      forward: async () => void (await page.goForward({ waitUntil: 'commit' })),
      takeScreenshot: () => page.screenshot(),
    },
    close: () => browser.close(),
  };
}

/**
 * Also removes the hashes from pages and their `Link` headers, which changed style sheets would not
 * match.
 */
async function changeStyleSheets(
  context: BrowserContext,
  change: (css: string) => string,
): Promise<void> {
  await context.route('**/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
  await context.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const { link: _, ...headers } = response.headers();
    const body = (await response.text()).replaceAll(/ integrity="[^"]*"/g, '');
    return route.fulfill({ status: response.status(), headers, body });
  });
}
