import { expect, test } from '../../support/browser/journey.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';
const QUESTION = '/search?q=is%20phrase%20or%20broad%20match%20better%20at%20first%3F';
const PASSAGE =
  /^With ten dollars a day, one wrong click is a tenth of the budget\. .* the calm way to start\.$/;

test('a question that an author listed is answered above the results, with links to its section and article', async ({
  page,
  visit,
}) => {
  await visit(QUESTION);
  const main = page.getByRole('main');
  const answer = main.getByRole('region', { name: 'Answer' });
  await expect(answer.getByText(PASSAGE)).toBeVisible();
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Answer',
    'Results, best first',
  ]);
  await answer.getByRole('link', { name: 'Which one to start with' }).click();
  await expect(page).toHaveURL(`${ARTICLE}#which-one-to-start-with`);
  await expect(page.getByRole('heading', { name: 'Which one to start with' })).toBeInViewport();

  await page.goBack();
  await answer.getByRole('link', { name: 'Keyword match types on a small budget' }).click();
  await expect(page).toHaveURL(ARTICLE);
});

test('keywords and a category have results without an answer', async ({ page, visit }) => {
  const main = page.getByRole('main');
  for (const address of ['/search?q=broad%20phrase%20match', `${QUESTION}&category=google-ads`]) {
    await visit(address);
    await expect(main.getByRole('article').first()).toBeVisible();
    await expect(main.getByRole('region', { name: 'Answer' })).toHaveCount(0);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a question is answered, too', async ({ page, expectProblem }) => {
    // Without JavaScript, Chromium refuses preloaded scripts.
    expectProblem(/^failed: csp at .*\.js$/);
    await page.goto(QUESTION);
    const answer = page.getByRole('region', { name: 'Answer' });
    await expect(answer.getByText(PASSAGE)).toBeVisible();
    await answer.getByRole('link', { name: 'Which one to start with' }).click();
    await expect(page).toHaveURL(`${ARTICLE}#which-one-to-start-with`);
  });
});
