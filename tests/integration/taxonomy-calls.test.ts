import { describe, expect } from 'vitest';
import { test } from '../support/test-site.ts';

describe('GET /api/categories', () => {
  test('lists the categories in their built-in order, each with the number of its published articles', async ({
    site,
  }) => {
    const { statusCode, body } = await site.get('/api/categories');
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toEqual([
      {
        id: 1,
        slug: 'google-ads',
        name: 'Google Ads',
        description: 'Set up Google Ads campaigns yourself and see which clicks brought customers.',
        icon: 'SiGoogle',
        postCount: 34,
      },
      {
        id: 2,
        slug: 'facebook-ads',
        name: 'Facebook Ads',
        description: 'Plan, design and measure Facebook ads on a small budget.',
        icon: 'SiFacebook',
        postCount: 6,
      },
      {
        id: 3,
        slug: 'email-marketing',
        name: 'Email Marketing',
        description: 'Write emails that people asked for, and send them at the right moment.',
        icon: 'MdEmail',
        postCount: 5,
      },
      {
        id: 4,
        slug: 'seo',
        name: 'SEO',
        description: 'Help people find your pages in search without paying for clicks.',
        icon: 'BiSearch',
        postCount: 11,
      },
    ]);
  });
});

describe('GET /api/subcategories', () => {
  test('lists all subcategories in their built-in order, the news last', async ({ site }) => {
    const subcategories = (await site.get('/api/subcategories')).json();
    expect(subcategories.map(formatSubcategory)).toEqual([
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
  });

  test('carries the fields of a subcategory and no other', async ({ site }) => {
    const subcategories = (await site.get('/api/subcategories')).json();
    expect(subcategories[10]).toEqual({
      id: 11,
      categoryId: 3,
      slug: 'ab-testing',
      name: 'A/B Testing',
      description: 'Compare two versions of an email and trust the answer.',
      postCount: 1,
    });
    for (const subcategory of subcategories) {
      expect(Object.keys(subcategory)).toEqual(Object.keys(subcategories[10]));
    }
  });

  test('narrows the list down to a category', async ({ site }) => {
    const subcategories = (await site.get('/api/subcategories?categoryId=4')).json();
    expect(subcategories.map(({ slug }: { slug: string }) => slug)).toEqual([
      'on-page-seo',
      'technical-seo',
      'link-building',
      'local-seo',
      'digital-marketing-news',
    ]);
  });

  test('is empty for a category that does not exist', async ({ site }) => {
    const { statusCode, body } = await site.get('/api/subcategories?categoryId=99');
    expect(statusCode).toBe(200);
    expect(body).toBe('[]');
  });
});

test.for(['/api/categories', '/api/subcategories'])(
  '%s/{slug} answers each as it stands in the list',
  async (list, { site }) => {
    for (const listed of (await site.get(list)).json<readonly { slug: string }[]>())
      expect((await site.get(`${list}/${listed.slug}`)).json()).toMatchObject(listed);
  },
);

type Listed = { id: number; categoryId: number; slug: string; postCount: number };

function formatSubcategory({ id, categoryId, slug, postCount }: Listed): string {
  const category = ['', 'google-ads', 'facebook-ads', 'email-marketing', 'seo'][categoryId];
  return `${id} ${category}/${slug} ${postCount}`;
}
