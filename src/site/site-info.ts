export const SITE = {
  name: 'Marketing Workbench',
  domain: 'www.marketingworkbench.example',
  description:
    'Expert strategies, tactics and tips on Google Ads, Facebook Ads, Email Marketing and SEO to improve your digital marketing campaigns.',
  social: {
    twitter: 'https://twitter.com/marketingworkbench',
    facebook: 'https://www.facebook.com/marketingworkbench',
    linkedin: 'https://www.linkedin.com/company/marketingworkbench',
    instagram: 'https://www.instagram.com/marketingworkbench',
  },
} as const;

export const DEFAULT_ORIGIN = `https://${SITE.domain}`;
