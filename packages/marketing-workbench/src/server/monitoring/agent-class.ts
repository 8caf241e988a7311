import { isbot } from 'isbot';

/** More would be text that a client chose. */
const READ_MAX = 512;

/** Names in the order of the search: most browsers also name the ones they are derived from. */
const ROBOTS = [
  'Googlebot',
  'bingbot',
  'DuckDuckBot',
  'YandexBot',
  'Baiduspider',
  'Applebot',
  'Amazonbot',
  'PetalBot',
  'GPTBot',
  'ChatGPT-User',
  'OAI-SearchBot',
  'ClaudeBot',
  'PerplexityBot',
  'CCBot',
  'Bytespider',
  'AhrefsBot',
  'SemrushBot',
  'MJ12bot',
  'DotBot',
  'facebookexternalhit',
  'Twitterbot',
  'LinkedInBot',
  'Slackbot',
  'Discordbot',
  'TelegramBot',
  'Pinterestbot',
  'Prometheus',
  'curl',
  'Wget',
  'python',
] as const;
const BROWSERS: readonly (readonly [sign: string, name: string])[] = [
  ...([
    ['Edg', 'Edge'],
    ['OPR/', 'Opera'],
    ['SamsungBrowser', 'Samsung Internet'],
  ] as const),
  ...([
    ['Firefox/', 'Firefox'],
    ['FxiOS', 'Firefox'],
    ['CriOS', 'Chrome'],
    ['Chrome/', 'Chrome'],
  ] as const),
  ['Safari/', 'Safari'],
];

/** Returns one of few names, such as `browser/Firefox` or `robot/Googlebot`. */
export function findAgentClass(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, READ_MAX) ?? '';
  if (text === '') return 'none';
  const robot = ROBOTS.find((name) => text.includes(name));
  if (robot !== undefined) return `robot/${robot}`;
  if (isbot(text)) return 'robot/other';
  return `browser/${BROWSERS.find(([sign]) => text.includes(sign))?.[1] ?? 'other'}`;
}
