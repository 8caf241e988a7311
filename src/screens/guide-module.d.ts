/** A guide of `content/guides/`, compiled by the build. */
declare module 'virtual:guide/google-ads-coupon-codes' {
  const guide: import('../site/entities.ts').Guide;
  export default guide;
}
