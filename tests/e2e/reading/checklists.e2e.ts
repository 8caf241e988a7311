import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

const GUIDE = '/google-ads-coupon-codes';

test('ticked boxes are still ticked at the next visit, on this device only', async ({
  page,
  visit,
  openBrowser,
}) => {
  await visit(GUIDE);
  await findBox(page, 'The budget is set').check();
  await findBox(page, 'The end date is in your calendar').check();
  await findBox(page, 'The end date is in your calendar').uncheck();
  await visit(GUIDE);
  await expect(findBox(page, 'The budget is set')).toBeChecked();
  await expect(findBox(page, 'Conversions are counted')).not.toBeChecked();
  await expect(findBox(page, 'The end date is in your calendar')).not.toBeChecked();

  const other = await openBrowser();
  const theirs = await other.newPage();
  await theirs.goto(GUIDE);
  await expect(findBox(theirs, 'The budget is set')).toBeEnabled();
  await expect(findBox(theirs, 'The budget is set')).not.toBeChecked();
  await other.close();
});

test('a checklist can be ticked by keyboard, and each box is labelled with its text', async ({
  page,
  visit,
}) => {
  await visit(GUIDE);
  await expect(findBox(page, 'Conversions are counted')).toBeEnabled();
  await findBox(page, 'Conversions are counted').focus();
  await page.keyboard.press('Space');
  await expect(findBox(page, 'Conversions are counted')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(findBox(page, 'The budget is set')).toBeFocused();
});

function findBox(page: Page, name: string) {
  return page.getByRole('main').getByRole('checkbox', { name });
}
