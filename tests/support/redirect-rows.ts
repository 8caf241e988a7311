/**
 * A `redirects.yaml` with a row of each kind. The targets exist in the base folder and in the
 * fixture content.
 */
export const REDIRECT_ROWS = `
- from: /old-page
  to: /google-ads-coupon-codes
- from: /Old-For-Now.HTML
  to: /seo
  status: 302
- from: /old-blog
  to: /articles
  match: prefix
- from: /old-ads
  to: /google-ads/
  match: prefix
- from: /old-blog/kept
  to: /seo/local-seo
- from: /elsewhere
  to: https://shop.example/new#top
- from: /old-shop
  to: https://shop.example/
  match: prefix
- from: /old-course
  status: 410
- from: /old-feed
  to: /feed.xml
`;
