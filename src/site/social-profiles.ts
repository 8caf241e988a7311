/** The site's pages in social networks. Apart from `site-info.ts`, because browsers need them only after a navigation. */
export const SOCIAL_PROFILES = {
  twitter: 'https://twitter.com/marketingworkbench',
  facebook: 'https://www.facebook.com/marketingworkbench',
  linkedin: 'https://www.linkedin.com/company/marketingworkbench',
  instagram: 'https://www.instagram.com/marketingworkbench',
} as const;
