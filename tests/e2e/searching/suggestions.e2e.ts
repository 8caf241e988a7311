import { expect, test } from '../../support/browser/journey.ts';
import { openSearchPanel } from '../../support/browser/open-search-panel.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';

test('the header shows and counts suggestions while a reader types, and the arrow keys select one', async ({
  page,
  visit,
}) => {
  await visit('/');
  const field = await openSearchPanel(page);
  await field.fill('title');
  const suggestion = page.getByRole('option', {
    name: 'Write title tags that say what the page does',
  });
  await expect(suggestion).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  const status = page.getByRole('banner').getByRole('status');
  await expect(status).toHaveText(/^\d+ suggestions; use the arrow keys$/);
  await field.press('ArrowDown');
  const chosen = page.getByRole('option', { selected: true });
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await chosen.getAttribute('id')) ?? '',
  );
  await expect(field).toBeFocused();
  await suggestion.click();
  await expect(page).toHaveURL('/seo/on-page-seo/title-tags');
  await expect(field).toBeHidden();
});

test('Escape closes the suggestions first, and keeps the typed text', async ({ page, visit }) => {
  await visit('/');
  const field = await openSearchPanel(page);
  await field.pressSequentially('title');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('title');
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open search' })).toBeFocused();
});

test('topics, articles and sections are apart, and a slip of the fingers is forgiven', async ({
  page,
  visit,
}) => {
  await visit('/');
  const field = await openSearchPanel(page);
  await field.pressSequentially('facebok bugd');
  const groups = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('group');
  const articles = page.getByRole('group', { name: 'Articles' });
  await expect(
    articles.getByRole('option', { name: 'When to raise a Facebook ads budget' }),
  ).toBeVisible();
  await expect(articles.getByRole('option').first()).toHaveText(
    'When to raise a Facebook ads budget',
  );

  await field.fill('facebok');
  const topics = page.getByRole('group', { name: 'Topics' });
  await expect(topics.getByRole('option')).toHaveText(['Facebook Ads']);
  await expect(groups.nth(0)).toHaveAccessibleName('Topics');
  await expect(groups.nth(1)).toHaveAccessibleName('Articles');

  await field.fill('where the wrods');
  const sections = page.getByRole('group', { name: 'Sections' });
  const section = sections.getByRole('option', { name: 'Where the words come from' });
  await expect(section).toContainText('Negative keywords: a first list of twenty');
  await section.click();
  await expect(page).toHaveURL(
    '/google-ads/google-search/negative-keywords#where-the-words-come-from',
  );
  await expect(field).toBeHidden();
});

test('the arrow keys pass through all groups, Home and End stay in the text, and Enter opens', async ({
  page,
  visit,
}) => {
  await visit('/google-ads/google-search/negative-keywords');
  const field = await openSearchPanel(page);
  // At once, so that no answer to a beginning of the text comes first.
  await field.fill('keywords');
  const options = page.getByRole('option');
  await expect(page.getByRole('group')).not.toHaveCount(0);
  await expect(options.first()).toBeVisible();
  const count = await options.count();
  const active = page.getByRole('option', { selected: true });
  for (let step = 0; step < count; step++) {
    await field.press('ArrowDown');
    await expect(options.nth(step)).toHaveAttribute('aria-selected', 'true');
    await expect(active).toHaveCount(1);
    await expect(active).toBeInViewport();
  }
  await field.press('ArrowDown');
  await expect(active).toHaveCount(0);
  await field.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect(options.last()).toHaveAccessibleName('Search for “keywords”');
  await field.press('Home');
  await field.pressSequentially('negative ');
  await expect(field).toHaveValue('negative keywords');
  const found = page.getByRole('option', { name: /^Negative keywords: a first list of twenty$/ });
  await expect(options.first()).toHaveText('Negative keywords: a first list of twenty');
  await field.press('ArrowDown');
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(field).toBeHidden();
  await expect(page).toHaveURL('/google-ads/google-search/negative-keywords');
});

test('a section of the page itself is scrolled to', async ({ page, visit }) => {
  await visit('/google-ads/google-search/negative-keywords');
  const field = await openSearchPanel(page);
  await field.fill('where the words');
  const section = page.getByRole('group', { name: 'Sections' }).getByRole('option').first();
  await expect(section).toContainText('Where the words come from');
  await field.press('ArrowUp');
  await field.press('ArrowUp');
  await expect(section).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expect(page).toHaveURL(/#where-the-words-come-from$/);
  await expect(page.getByRole('heading', { name: 'Where the words come from' })).toBeInViewport();
  await expect(field).toBeHidden();
});

test('one letter asks for nothing, and removes what was suggested', async ({ page, visit }) => {
  await visit('/');
  const requests = recordRequests(page);
  const field = await openSearchPanel(page);
  await field.pressSequentially('ti');
  await expect(page.getByRole('option').first()).toBeVisible();
  await field.press('Backspace');
  await expect(page.getByRole('option')).toHaveCount(0);
  await field.pressSequentially('tle');
  await expect(page.getByRole('option').first()).toBeVisible();
  const asked = requests
    .callAddresses()
    .filter((address) => address.startsWith('/api/search/suggestions'));
  expect(asked).not.toContain('/api/search/suggestions?q=t');
});

test('what is typed is bold in each suggestion, and screen readers read the names without breaks', async ({
  page,
  visit,
}) => {
  await visit('/');
  const field = await openSearchPanel(page);
  await field.fill('TIT say');
  const name = 'Write title tags that say what the page does';
  const option = page.getByRole('option', { name, exact: true });
  await expect(option).toBeVisible();
  await expect(option.locator('b')).toHaveText(['tit', 'say']);
  const weight = (element: Element) => Number(getComputedStyle(element).fontWeight);
  expect(await option.locator('b').first().evaluate(weight)).toBeGreaterThan(
    await option.evaluate(weight),
  );
  await field.fill('write title (tags)');
  await expect(option.locator('b')).toHaveText(['Write', 'title', 'tags']);
});

for (const device of ['keyboard', 'pointer'] as const)
  test(`the last option searches for the text: with the ${device}`, async ({ page, visit }) => {
    await visit('/');
    const field = await openSearchPanel(page);
    await field.fill(' title & "tags" ');
    const last = page.getByRole('option').last();
    await expect(last).toHaveAccessibleName('Search for “title & "tags"”');
    if (device === 'pointer') await last.click();
    else {
      await field.press('ArrowUp');
      await expect(last).toHaveAttribute('aria-selected', 'true');
      await field.press('Enter');
    }
    await expect(page).toHaveURL('/search?q=title%20%26%20%22tags%22');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openSearchPanel(page);
    const searches = page.getByRole('region', { name: 'Last searches in this browser' });
    await expect(searches.getByRole('link')).toHaveText(['title & "tags"']);
  });

test('a text that nothing matches can still be searched for from the list', async ({
  page,
  visit,
}) => {
  await visit('/');
  const field = await openSearchPanel(page);
  await field.fill('xylophonix');
  await expect(page.getByRole('option')).toHaveText(['Search for “xylophonix”']);
  await expect(page.getByRole('group')).toHaveCount(0);
});
