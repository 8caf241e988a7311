/** A service that counts visits by a script of its own. */
export type Analytics = {
  readonly service: AnalyticsService;
  /** Host of the script; undefined for the service's own. */
  readonly host?: string | undefined;
  /** What the service calls the site. */
  readonly id?: string | undefined;
};

export const ANALYTICS_SERVICES = [
  'plausible',
  'umami',
  'goatcounter',
  'matomo',
  'google',
] as const;

export type AnalyticsService = (typeof ANALYTICS_SERVICES)[number];

const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/;

/** Returns whether the text is a host, alone or with a port. */
export function isAnalyticsHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`https://${text}`);
}

/** Services that everybody hosts for themselves, or under a name of their own. */
export const HOST_REQUIRED: readonly AnalyticsService[] = ['goatcounter', 'matomo'];

/** Matches the ids of all services; `src/content/analytics.ts` knows the form of each. */
export const ANALYTICS_ID = /^[A-Za-z0-9.-]{1,100}$/;

/** Addresses of the script and of what receives its counts, as the policy of a page allows them. */
export type AnalyticsScript = {
  readonly service: AnalyticsService;
  readonly script: string;
  /** The first receives the counts unless the script chooses another. */
  readonly receivers: readonly [string, ...string[]];
  readonly id: string;
};

/** Returns the address of the script. `domain` is that of the site, by which Plausible knows it. */
export function findAnalyticsScript(
  { service, host, id = '' }: Analytics,
  domain: string,
): AnalyticsScript {
  const own = host === undefined ? undefined : `https://${host}`;
  switch (service) {
    case 'plausible': {
      const base = own ?? 'https://plausible.io';
      return {
        service,
        script: `${base}/js/script.js`,
        receivers: [new URL('api/event', base).href],
        id: id || domain,
      };
    }
    case 'umami': {
      // The script of the cloud has a receiver of its own; a page whose policy names another would
      // count nothing.
      const base = own ?? 'https://cloud.umami.is';
      const receiver = own ?? 'https://gateway.umami.is';
      return { service, script: `${base}/script.js`, receivers: [receiver], id };
    }
    case 'goatcounter': {
      const isCloud = host?.endsWith('.goatcounter.com');
      const script = isCloud ? 'https://gc.zgo.at/count.js' : `${own}/count.js`;
      return { service, script, receivers: [`${own}/count`], id };
    }
    case 'matomo':
      return { service, script: `${own}/matomo.js`, receivers: [`${own}/matomo.php`], id };
    case 'google':
      return {
        service,
        script: `https://www.googletagmanager.com/gtag/js?id=${id}`,
        receivers: [
          'https://www.google-analytics.com/g/collect',
          'https://region1.google-analytics.com/g/collect',
        ],
        id,
      };
  }
}
