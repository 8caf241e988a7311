import { expect, type Page } from '@playwright/test';
import { keepNotifications } from './keep-notifications.ts';

/** A state of a page that a reader can reach. */
export type ScreenState = {
  readonly name: string;
  /** The page to start from. */
  readonly address: string;
  /** Set if the state exists only in narrow or only in wide windows, such as the mobile menu. */
  readonly at?: 'narrow' | 'wide';
  /** The console message of the browser for this state. */
  readonly problem?: RegExp;
  /** Brings the hydrated page into the state. */
  readonly open: (page: Page) => Promise<void>;
};

/** The menu is in the header from this width in px on. */
export const WIDE_MIN = 832;

const ARTICLE = '/google-ads/google-search/keyword-match-types';
const OFFLINE = /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/;

export const SCREEN_STATES: readonly ScreenState[] = [
  { name: 'the open search panel', address: '/', open: openSearch },
  { name: 'suggestions of the search', address: '/', open: openSuggestions },
  { name: 'the last searches', address: '/', open: openLastSearches },
  { name: 'the open mobile menu', address: '/', at: 'narrow', open: openMenu },
  { name: 'a dropdown of the menu', address: '/', at: 'wide', open: openDropdown },
  {
    name: 'the expanded site map',
    address: '/sitemap',
    open: (page) => page.getByRole('main').getByRole('heading', { level: 3 }).first().click(),
  },
  {
    name: 'the expanded contents of the guide',
    address: '/google-ads-coupon-codes',
    at: 'narrow',
    open: (page) => page.getByText('In this article').first().click(),
  },
  { name: 'an open figure', address: ARTICLE, open: openFigure },
  { name: 'a notification', address: ARTICLE, open: copyLink },
  { name: 'a page that failed', address: ARTICLE, problem: OFFLINE, open: goOffline('Site Map') },
  { name: 'a list that failed', address: '/articles', problem: OFFLINE, open: goOffline('Next') },
];

/** Screens whose data is loading, by address. */
export const PLACEHOLDER_STATES: readonly ScreenState[] = [
  { name: 'the home page', to: '/', heading: /^Do-It-Yourself/ },
  { name: 'all articles', to: '/articles', heading: 'All Articles' },
  { name: 'a category', to: '/google-ads', heading: 'Google Ads' },
  { name: 'an article', to: ARTICLE },
  { name: 'search results', to: '/search?q=keyword', heading: /^Search results/ },
  { name: 'a legacy post', to: '/2013/05/what-is-adwords' },
].map(({ name, to, heading }) => ({
  name: `${name} while it loads`,
  address: '/db-setup-help',
  open: async (page) => {
    await page.route('**/api/**', () => undefined);
    await navigate(page, to);
    if (heading !== undefined)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('[data-placeholder]').first()).toBeVisible();
  },
}));

/** Navigates like a link, without a link on the page. */
export function navigate(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), address);
}

async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open search' }).click();
  await expect(page.getByRole('banner').getByRole('combobox')).toBeFocused();
}

async function openSuggestions(page: Page): Promise<void> {
  await openSearch(page);
  await page.getByRole('banner').getByRole('combobox').fill('key');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
}

async function openLastSearches(page: Page): Promise<void> {
  const searches = [
    'negative keywords',
    'how much should a bakery spend on Facebook ads each month?',
  ];
  await page.evaluate((texts) => localStorage.setItem('searches', JSON.stringify(texts)), searches);
  await openSearch(page);
  await expect(page.getByRole('button', { name: 'Clear all' })).toBeVisible();
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible();
}

async function openDropdown(page: Page): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Google Ads' }).focus();
  await expect(menu.getByRole('link', { name: 'Display' })).toBeVisible();
}

async function openFigure(page: Page): Promise<void> {
  await page.getByRole('figure').getByRole('link').first().click();
  await expect(page.getByRole('dialog', { name: /\S/ })).toBeVisible();
}

async function copyLink(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await keepNotifications(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(findNotifications(page).getByRole('listitem')).toBeVisible();
  await page.keyboard.press('F8');
}

/** Follows a link while offline, after the code that reports the failure has loaded. */
function goOffline(link: string): (page: Page) => Promise<void> {
  return async (page) => {
    await keepNotifications(page);
    await page.mouse.move(100, 300);
    await expect(findNotifications(page)).toBeAttached();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: link }).last().click();
    await expect(findNotifications(page).getByRole('listitem')).toBeVisible();
    await page.keyboard.press('F8');
  };
}

function findNotifications(page: Page) {
  return page.getByRole('region', { name: 'Notifications (F8)' });
}
