const FORMATS = {
  facebook: (name: string) => `https://www.facebook.com/${name}`,
  twitter: (name: string) => `https://x.com/${name}`,
  threads: (name: string) => `https://www.threads.net/@${name}`,
  bluesky: (name: string) => `https://bsky.app/profile/${name}`,
  mastodon: formatMastodon,
  tiktok: (name: string) => `https://www.tiktok.com/@${name}`,
  youtube: (name: string) =>
    `https://www.youtube.com/${/^(?:user|channel|c)\//.test(name) ? '' : '@'}${name}`,
  instagram: (name: string) => `https://www.instagram.com/${name}`,
  linkedin: (name: string) => `https://www.linkedin.com/${name.includes('/') ? '' : 'in/'}${name}`,
} as const;

type SocialNetwork = keyof typeof FORMATS;

export const SOCIAL_NETWORKS = [
  'facebook',
  'twitter',
  'threads',
  'bluesky',
  'mastodon',
  'tiktok',
  'youtube',
  'instagram',
  'linkedin',
] as const;

/** The address of a person's profile. @param name - With or without its @. */
export function formatProfile(network: SocialNetwork, name: string): string {
  return FORMATS[network](name.replace(/^[@/]+/, ''));
}

/** Returns the address of `ada@social.example` or `social.example/@ada`. */
function formatMastodon(name: string): string {
  const [user = '', server] = name.includes('/')
    ? name.split('/', 2).toReversed()
    : name.split('@', 2);
  return `https://${server ?? ''}/@${user.replace(/^@/, '')}`;
}
