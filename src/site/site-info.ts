export const SITE = {
  name: 'Marketing Workbench',
  domain: 'www.marketingworkbench.example',
  description:
    'Expert strategies, tactics and tips on Google Ads, Facebook Ads, Email Marketing and SEO to improve your digital marketing campaigns.',
} as const;

export const DEFAULT_ORIGIN = `https://${SITE.domain}`;
