import type { AnalyticsScript } from '../site/analytics.ts';

type SecurityOptions = {
  /** The notes of the development server have inline styles. */
  readonly isDevelopment?: boolean;
  readonly hstsSubdomains?: boolean;
  /** The editor on this machine, which shows pages in a frame. */
  readonly editorOrigin?: string | undefined;
};

const YEAR_S = 365 * 24 * 60 * 60;

/** Replaces `same-origin` for images and feeds, which other sites may embed. */
export const EMBEDDABLE = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;

type PageSources = {
  /** Origins that the page may show in a frame. */
  readonly players?: readonly string[];
  readonly analytics?: AnalyticsScript | undefined;
};

export function formatPolicy(
  { isDevelopment = false, editorOrigin }: SecurityOptions,
  { players = [], analytics }: PageSources = {},
): string {
  const [script = '', receivers = ''] = analytics === undefined ? [] : listOrigins(analytics);
  const policy = {
    'default-src': "'none'",
    'script-src': `'self'${script}`,
    'style-src': isDevelopment ? "'self' 'unsafe-inline'" : "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': `'self'${receivers}`,
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': editorOrigin ?? "'none'",
    ...(players.length > 0 && { 'frame-src': players.join(' ') }),
  };
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

function listOrigins({ script, receivers }: AnalyticsScript): readonly string[] {
  const format = (urls: readonly string[]) =>
    [...new Set(urls.map((url) => ` ${new URL(url).origin}`))].join('');
  return [format([script]), format(receivers)];
}

export function createSecurityHeaders(
  options: SecurityOptions = {},
): Readonly<Record<string, string>> {
  const { hstsSubdomains = false, editorOrigin } = options;
  return {
    'Content-Security-Policy': formatPolicy(options),
    'Strict-Transport-Security': `max-age=${YEAR_S}${hstsSubdomains ? '; includeSubDomains' : ''}`,
    'X-Content-Type-Options': 'nosniff',
    ...(editorOrigin === undefined && { 'X-Frame-Options': 'DENY' }),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy':
      'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
