export type BuiltInSubcategory = { readonly slug: string; readonly name: string };

export type BuiltInCategory = {
  readonly slug: string;
  readonly name: string;
  readonly icon: string;
  readonly subcategories: readonly BuiltInSubcategory[];
};

export const CATEGORIES: readonly BuiltInCategory[] = [
  {
    slug: 'google-ads',
    name: 'Google Ads',
    icon: 'SiGoogle',
    subcategories: [
      { slug: 'google-search', name: 'Google Search' },
      { slug: 'performance-max', name: 'Performance Max' },
      { slug: 'display', name: 'Display' },
      { slug: 'youtube', name: 'YouTube' },
    ],
  },
  {
    slug: 'facebook-ads',
    name: 'Facebook Ads',
    icon: 'SiFacebook',
    subcategories: [
      { slug: 'feed-ads', name: 'Feed Ads' },
      { slug: 'stories', name: 'Stories' },
      { slug: 'carousel', name: 'Carousel' },
      { slug: 'lead-generation', name: 'Lead Generation' },
    ],
  },
  {
    slug: 'email-marketing',
    name: 'Email Marketing',
    icon: 'MdEmail',
    subcategories: [
      { slug: 'automation', name: 'Automation' },
      { slug: 'segmentation', name: 'Segmentation' },
      { slug: 'ab-testing', name: 'A/B Testing' },
      { slug: 'campaign-design', name: 'Campaign Design' },
    ],
  },
  {
    slug: 'seo',
    name: 'SEO',
    icon: 'BiSearch',
    subcategories: [
      { slug: 'on-page-seo', name: 'On-Page SEO' },
      { slug: 'technical-seo', name: 'Technical SEO' },
      { slug: 'link-building', name: 'Link Building' },
      { slug: 'local-seo', name: 'Local SEO' },
    ],
  },
];

/** A subcategory of SEO with an address and a menu entry of its own, in no dropdown. */
export const NEWS = {
  slug: 'digital-marketing-news',
  name: 'Digital Marketing News',
  category: 'seo',
  menuName: 'News',
} as const;

export function listBuiltInSubcategories(): readonly (BuiltInSubcategory & { readonly category: string })[] {
  const regular = CATEGORIES.flatMap((category) =>
    category.subcategories.map((subcategory) => ({ ...subcategory, category: category.slug })),
  );
  return [...regular, { slug: NEWS.slug, name: NEWS.name, category: NEWS.category }];
}
