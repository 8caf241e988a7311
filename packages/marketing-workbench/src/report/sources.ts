export type SourceKind =
  | 'search engines'
  | 'social networks'
  | 'newsletters'
  | 'other sites'
  | 'direct';

/** Names that `src/api/read-event.ts` gives to sources that are not a host. */
const DIRECT = 'direct';
const CAMPAIGN = 'utm:';

/**
 * Hosts of search engines, including their subdomains; after a name that ends with a dot follows
 * the ending of any country, as in `google.co.uk`.
 */
const SEARCH_ENGINES = [
  'google.',
  'bing.com',
  'duckduckgo.com',
  'yahoo.',
  'yandex.',
  'baidu.com',
  'ecosia.org',
  'qwant.com',
  'startpage.com',
  'search.brave.com',
  'kagi.com',
  'naver.com',
  'seznam.cz',
  'mojeek.com',
  'metager.de',
  'perplexity.ai',
  'chatgpt.com',
  'you.com',
  'sogou.com',
  'ask.com',
  'aol.com',
  'presearch.com',
];
const SOCIAL_NETWORKS = [
  'facebook.com',
  'fb.me',
  'instagram.com',
  'threads.net',
  'threads.com',
  'linkedin.com',
  'lnkd.in',
  'x.com',
  'twitter.com',
  't.co',
  'reddit.com',
  'pinterest.',
  'youtube.com',
  'youtu.be',
  'tiktok.com',
  'bsky.app',
  'mastodon.social',
  'mastodon.online',
  'news.ycombinator.com',
  'lobste.rs',
  'quora.com',
  'xing.com',
  'vk.com',
  'ok.ru',
  'telegram.org',
  't.me',
  'web.whatsapp.com',
  'wa.me',
  'tumblr.com',
  'discord.com',
  'medium.com',
  'weibo.com',
  'producthunt.com',
  'facebook.net',
];
/** Hosts of mail, tested before the search engines, of whose domains they are part. */
const MAIL = ['mail.google.com', 'mail.yahoo.', 'outlook.live.com', 'mail.aol.com', 'mail.yandex.'];

export function classifySource(source: string): SourceKind {
  if (source === DIRECT) return 'direct';
  if (source.startsWith(CAMPAIGN) || isOneOf(MAIL, source)) return 'newsletters';
  if (isOneOf(SEARCH_ENGINES, source)) return 'search engines';
  return isOneOf(SOCIAL_NETWORKS, source) ? 'social networks' : 'other sites';
}

export function nameSource(source: string): string {
  if (source === DIRECT) return 'typed, bookmarked or unknown';
  return source.startsWith(CAMPAIGN) ? source.slice(CAMPAIGN.length) : source;
}

function isOneOf(hosts: readonly string[], source: string): boolean {
  return hosts.some((host) => {
    if (!host.endsWith('.')) return source === host || source.endsWith(`.${host}`);
    const ending = `.${source}`.split(`.${host}`);
    return ending.length === 2 && /^[a-z]{2,3}(?:\.[a-z]{2})?$/.test(ending[1] ?? '');
  });
}
