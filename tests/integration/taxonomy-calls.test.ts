import { expect } from 'vitest';
import type {
  Category,
  Subcategory,
} from '../../packages/marketing-workbench/src/site/entities.ts';
import { test } from '../support/test-site.ts';

test('GET /api/categories lists the categories in their built-in order with every field', async ({
  site,
}) => {
  const categories = await site.read<readonly Category[]>('/api/categories');
  expect(categories.map((category) => Object.values(category).join(' | '))).toEqual([
    '1 | google-ads | Google Ads | Set up Google Ads campaigns yourself and see which clicks brought customers. | SiGoogle | 34',
    '2 | facebook-ads | Facebook Ads | Plan, design and measure Facebook ads on a small budget. | SiFacebook | 6',
    '3 | email-marketing | Email Marketing | Write emails that people asked for, and send them at the right moment. | MdEmail | 5',
    '4 | seo | SEO | Help people find your pages in search without paying for clicks. | BiSearch | 11',
  ]);
  for (const category of categories)
    expect(Object.keys(category)).toEqual([
      'id',
      'slug',
      'name',
      'description',
      'icon',
      'postCount',
    ]);
});

test('GET /api/subcategories lists the subcategories in their built-in order with every field', async ({
  site,
}) => {
  const subcategories = await site.read<readonly Subcategory[]>('/api/subcategories');
  const categories = ['', 'google-ads', 'facebook-ads', 'email-marketing', 'seo'];
  expect(
    subcategories.map(
      ({ id, categoryId, slug, postCount }) =>
        `${id} ${categories[categoryId]}/${slug} ${postCount}`,
    ),
  ).toEqual([
    '1 google-ads/google-search 30',
    '2 google-ads/performance-max 2',
    '3 google-ads/display 1',
    '4 google-ads/youtube 1',
    '5 facebook-ads/feed-ads 3',
    '6 facebook-ads/stories 1',
    '7 facebook-ads/carousel 1',
    '8 facebook-ads/lead-generation 1',
    '9 email-marketing/automation 2',
    '10 email-marketing/segmentation 0',
    '11 email-marketing/ab-testing 1',
    '12 email-marketing/campaign-design 2',
    '13 seo/on-page-seo 2',
    '14 seo/technical-seo 2',
    '15 seo/link-building 1',
    '16 seo/local-seo 2',
    '17 seo/digital-marketing-news 3',
  ]);
  expect(subcategories[10]).toEqual({
    id: 11,
    categoryId: 3,
    slug: 'ab-testing',
    name: 'A/B Testing',
    postCount: 1,
    description: 'Compare two versions of an email and trust the answer.',
  });
  for (const subcategory of subcategories)
    expect(Object.keys(subcategory)).toEqual(Object.keys(subcategories[10] ?? {}));
});

test('GET /api/subcategories?categoryId= lists those of one category', async ({ site }) => {
  const subcategories = await site.read<readonly Subcategory[]>('/api/subcategories');
  for (const categoryId of [1, 2, 3, 4, 99])
    expect(await site.read(`/api/subcategories?categoryId=${categoryId}`)).toEqual(
      subcategories.filter((subcategory) => subcategory.categoryId === categoryId),
    );
});

test.for(['/api/categories', '/api/subcategories'])(
  '%s/{slug} returns the same fields as the list',
  async (list, { site }) => {
    for (const listed of await site.read<readonly { slug: string }[]>(list))
      expect(await site.read(`${list}/${listed.slug}`)).toMatchObject(listed);
  },
);
