import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import sharp from 'sharp';
import { readConfig } from '../packages/marketing-workbench/src/config.ts';
import { pages } from '../packages/marketing-workbench/src/site/addresses.ts';
import publishOnce from '../tests/support/browser/publish-once.ts';
import {
  PLACEHOLDER_STATES,
  SCREEN_STATES,
  type ScreenState,
  WIDE_MIN,
} from '../tests/support/browser/screen-states.ts';
import { type StartedSite, startBuiltSite } from '../tests/support/browser/start-site.ts';
import { FIXTURE_CONTENT } from '../tests/support/fixture-content.ts';
import { SCREEN_KINDS } from '../tests/support/screen-kinds.ts';
import { findBrowser } from './find-browser.ts';

/**
 * Takes pictures of every kind of screen and of every state, at five widths, light and dark, into
 * `screenshots/`. `npm run screenshots -- figure 390` takes those whose names have all of these
 * words. The site has its own content, or the fixture content for what that does not show, such as
 * an empty list. `npm run screenshots -- README` takes only the two pictures of README.md, into
 * `docs/pictures`.
 */
const FOLDER = 'screenshots';
const WIDTHS = [320, 390, 768, 1280, 1920];
const SCHEMES = ['light', 'dark'] as const;
const UNREACHABLE_DATABASE = 'postgres://reader@127.0.0.1:1/site';

type ScreenPicture = Pick<ScreenState, 'name' | 'address'> &
  Partial<Pick<ScreenState, 'at' | 'open'>> & {
    readonly site: 'own' | 'fixture' | 'fallback';
    readonly context?: BrowserContextOptions;
    /** Whether the picture shows the whole page or only the viewport. */
    readonly isWhole: boolean;
  };

const ARTICLE = '/google-ads/google-search/keyword-match-types';
const IN_FIXTURE_ALONE = [
  'an empty subcategory',
  'a news article',
  'an article without a subcategory',
];

const PICTURES: readonly ScreenPicture[] = [
  ...SCREEN_KINDS.map(({ name, address }): ScreenPicture => {
    const site = IN_FIXTURE_ALONE.includes(name) ? 'fixture' : 'own';
    return { name, address, site, isWhole: true };
  }),
  ...SCREEN_STATES.map((state): ScreenPicture => ({ ...state, site: 'own', isWhole: false })),
  ...PLACEHOLDER_STATES.map((state): ScreenPicture => ({ ...state, site: 'own', isWhole: true })),
  {
    name: 'a corrected search',
    site: 'own',
    address: pages.search('negatve keywords'),
    isWhole: true,
  },
  { name: 'the first screen', site: 'own', address: '/', isWhole: false },
  {
    name: 'not found in fallback mode',
    site: 'fallback',
    address: '/no/such/page/here',
    isWhole: true,
  },
  {
    name: 'print',
    site: 'own',
    address: ARTICLE,
    open: (page) => page.emulateMedia({ media: 'print' }),
    isWhole: true,
  },
  ...(['home page', 'article'] as const).flatMap((name): readonly ScreenPicture[] => {
    const shown = {
      site: 'own',
      address: name === 'article' ? ARTICLE : '/',
      isWhole: true,
    } as const;
    return [
      { ...shown, name: `${name} without JavaScript`, context: { javaScriptEnabled: false } },
      { ...shown, name: `${name} in forced colours`, context: { forcedColors: 'active' } },
    ];
  }),
];

const README_PICTURES = [
  { file: 'docs/pictures/home.webp', address: '/', colorScheme: 'light' },
  { file: 'docs/pictures/article.webp', address: ARTICLE, colorScheme: 'dark' },
] as const;

const words = process.argv.slice(2);
await publishOnce();
await (words[0] === 'README' ? takeReadmePictures() : takeAll());

async function takeReadmePictures(): Promise<void> {
  const site = await startBuiltSite({ contentDir: readConfig().contentDir });
  const browser = await chromium.launch({ executablePath: findBrowser() });
  try {
    for (const { file, address, colorScheme } of README_PICTURES) {
      const viewport = { width: 1280, height: 800 };
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
      // On a first visit the page may be painted with the system's fonts and keep them; after a
      // reload its own are cached.
      await page.goto(`${site.origin}${address}`, { waitUntil: 'networkidle' });
      await page.reload({ waitUntil: 'networkidle' });
      await sharp(await page.screenshot())
        .webp({ quality: 80 })
        .toFile(file);
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function takeAll(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const { contentDir } = readConfig();
  const sites = {
    own: await startBuiltSite({ contentDir }),
    fixture: await startBuiltSite({ contentDir: FIXTURE_CONTENT }),
    fallback: await startBuiltSite({ contentDir, databaseUrl: UNREACHABLE_DATABASE }),
  };
  const browser = await chromium.launch({ executablePath: findBrowser() });
  try {
    for (const width of WIDTHS) {
      const kind = width < WIDE_MIN ? 'narrow' : 'wide';
      for (const picture of PICTURES.filter(({ at = kind }) => at === kind)) {
        const name = `${picture.name} ${width}`;
        if (words.every((word) => name.includes(word)))
          await takeScreenshot(browser, sites[picture.site], { picture, width, name });
      }
    }
  } finally {
    await browser.close();
    for (const site of Object.values(sites)) await site.stop();
  }
}

type ScreenshotJob = {
  readonly picture: ScreenPicture;
  readonly width: number;
  readonly name: string;
};

async function takeScreenshot(
  browser: Browser,
  site: StartedSite,
  { picture, width, name }: ScreenshotJob,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width, height: width < WIDE_MIN ? 844 : 800 },
    reducedMotion: 'reduce',
    ...picture.context,
  });
  const page = await context.newPage();
  await page.goto(picture.address);
  if (picture.context?.javaScriptEnabled !== false)
    await page.waitForFunction(() => history.state?.entry !== undefined);
  await picture.open?.(page);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    const path = join(FOLDER, `${name.replaceAll(/[ ,]+/g, '-')}-${colorScheme}.png`);
    await page.screenshot({ path, fullPage: picture.isWhole });
  }
  await context.close();
}
