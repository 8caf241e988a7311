type SecurityOptions = {
  /** Vite's development server needs inline styles and a web socket. */
  readonly isDevelopment?: boolean;
  readonly hstsSubdomains?: boolean;
};

const YEAR_S = 365 * 24 * 60 * 60;

/** Replaces `same-origin` for images and feeds, which other sites may embed. */
export const EMBEDDABLE = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;

export function createSecurityHeaders({
  isDevelopment = false,
  hstsSubdomains = false,
}: SecurityOptions = {}): Readonly<Record<string, string>> {
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': isDevelopment ? "'self' 'unsafe-inline'" : "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': isDevelopment ? "'self' ws:" : "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
    'Strict-Transport-Security': `max-age=${YEAR_S}${hstsSubdomains ? '; includeSubDomains' : ''}`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
