import { listMenuEntries } from './navigation.ts';
import type { ContentRecord } from './records.ts';
import type { SiteSettings } from './settings.ts';

const SETTINGS: Omit<SiteSettings, 'navigation'> = {
  name: 'Marketing Workbench',
  domain: 'www.marketingworkbench.example',
  description:
    'Expert strategies, tactics and tips on Google Ads, Facebook Ads, Email Marketing and SEO to improve your digital marketing campaigns.',
  language: 'en',
  hero: {
    title: 'Do-It-Yourself Digital Marketing',
    text: 'For people who run a shop by day and its marketing in the evening. Plain instructions for Google Ads, Facebook Ads, email and SEO, with budgets, examples and wording you can copy.',
  },
  profiles: [
    {
      name: 'Twitter',
      url: 'https://twitter.com/marketingworkbench',
      handle: '@marketingworkbench',
    },
    { name: 'Facebook', url: 'https://www.facebook.com/marketingworkbench' },
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/marketingworkbench' },
    { name: 'Instagram', url: 'https://www.instagram.com/marketingworkbench' },
  ],
  categories: [
    {
      slug: 'google-ads',
      name: 'Google Ads',
      icon: 'SiGoogle',
      motif: 'ads',
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
      motif: 'feed',
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
      motif: 'email',
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
      motif: 'search',
      subcategories: [
        { slug: 'on-page-seo', name: 'On-Page SEO' },
        { slug: 'technical-seo', name: 'Technical SEO' },
        { slug: 'link-building', name: 'Link Building' },
        { slug: 'local-seo', name: 'Local SEO' },
      ],
    },
  ],
  news: {
    slug: 'digital-marketing-news',
    name: 'Digital Marketing News',
    category: 'seo',
    menuName: 'News',
    path: '/digitalmarketingnews',
  },
  brandHash: '',
};

/** The site of the specification: what a content folder without `site.yaml` has. */
export const DEFAULT_SITE: SiteSettings = { ...SETTINGS, navigation: listMenuEntries(SETTINGS) };

/** Returns the settings among the records to publish. */
export function findSettings(records: readonly ContentRecord[]): SiteSettings {
  return records.find((record) => record.kind === 'site')?.settings ?? DEFAULT_SITE;
}
