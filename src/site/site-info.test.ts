import { expect, it } from 'vitest';
import { DEFAULT_ORIGIN, SITE } from './site-info.ts';

it('is the built-in set of the specification, section 1', () => {
  expect(SITE).toMatchInlineSnapshot(`
    {
      "description": "Expert strategies, tactics and tips on Google Ads, Facebook Ads, Email Marketing and SEO to improve your digital marketing campaigns.",
      "domain": "www.marketingworkbench.example",
      "name": "Marketing Workbench",
      "social": {
        "facebook": "https://www.facebook.com/marketingworkbench",
        "instagram": "https://www.instagram.com/marketingworkbench",
        "linkedin": "https://www.linkedin.com/company/marketingworkbench",
        "twitter": "https://twitter.com/marketingworkbench",
      },
    }
  `);
});

it('lives at its domain, over https and without a slash at the end', () => {
  expect(DEFAULT_ORIGIN).toBe('https://www.marketingworkbench.example');
});
