// A module of pages whose site has `analytics` in site.yaml. It loads the script of the service
// once the page is painted and idle.

const own = document.querySelector<HTMLElement>('script[data-analytics]');

type Service = {
  /** Attributes of the service's script. */
  readonly data?: Readonly<Record<string, string>>;
  readonly prepare?: () => void;
  /** Counts a page that was opened in place; undefined if the service sees it in the history. */
  readonly countPage?: () => void;
};

if (own !== null && !isRefused()) runAfterLoad(() => startAnalytics(own.dataset));

/**
 * Returns whether the browser asks not to be counted, by Do Not Track or Global Privacy Control.
 */
function isRefused(): boolean {
  const asked: object = navigator;
  return (
    ('doNotTrack' in asked && asked.doNotTrack === '1') ||
    ('globalPrivacyControl' in asked && asked.globalPrivacyControl === true)
  );
}

function runAfterLoad(run: () => void): void {
  const wait = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}

function startAnalytics({
  analytics = '',
  script: src = '',
  receiver = '',
  site = '',
}: DOMStringMap): void {
  const { data = {}, prepare, countPage } = describeService(analytics, receiver, site);
  prepare?.();
  const script = document.createElement('script');
  Object.assign(script.dataset, data);
  document.head.append(Object.assign(script, { async: true, src }));
  if (countPage !== undefined) onOpenedPage(countPage);
}

function describeService(name: string, receiver: string, site: string): Service {
  switch (name) {
    case 'plausible':
      return { data: { domain: site, api: receiver } };
    case 'umami':
      return { data: { websiteId: site, hostUrl: receiver, doNotTrack: 'true' } };
    case 'goatcounter':
      return { data: { goatcounter: receiver }, countPage: countInGoatCounter };
    case 'matomo':
      return createMatomo(receiver, site);
    default:
      return { prepare: () => prepareGoogle(site) };
  }
}

function countInGoatCounter(): void {
  const counter: unknown = Reflect.get(globalThis, 'goatcounter');
  if (typeof counter !== 'object' || counter === null) return;
  const count: unknown = Reflect.get(counter, 'count');
  if (typeof count === 'function')
    count({ path: location.pathname + location.search, title: document.title });
}

function createMatomo(receiver: string, site: string): Service {
  const push = (...command: readonly unknown[]) => {
    const queue: unknown = Reflect.get(globalThis, '_paq');
    if (
      typeof queue === 'object' &&
      queue !== null &&
      'push' in queue &&
      typeof queue.push === 'function'
    )
      queue.push(command);
  };
  let referrer = location.href;
  return {
    prepare: () => {
      Reflect.set(globalThis, '_paq', []);
      for (const setting of ['disableCookies', 'disableBrowserFeatureDetection']) push(setting);
      push('setDoNotTrack', true);
      // A GET would be a picture, which the policy does not allow.
      push('setRequestMethod', 'POST');
      push('setTrackerUrl', receiver);
      push('setSiteId', site);
      push('trackPageView');
    },
    countPage: () => {
      push('setReferrerUrl', referrer);
      push('setCustomUrl', location.href);
      push('setDocumentTitle', document.title);
      push('trackPageView');
      referrer = location.href;
    },
  };
}

function prepareGoogle(site: string): void {
  const queue: unknown[] = [];
  Reflect.set(globalThis, 'dataLayer', queue);
  // Google's script takes only `arguments` as a command, not an array.
  function send(..._command: readonly unknown[]): void {
    // biome-ignore lint/complexity/noArguments: see above
    queue.push(arguments);
  }
  send('js', new Date());
  send('config', site, { allow_google_signals: false, allow_ad_personalization_signals: false });
}

/** The title of a page that was opened in place is announced as soon as the page is shown. */
function onOpenedPage(run: () => void): void {
  const announcer = document.querySelector('[data-route-announcer]');
  let counted = location.pathname + location.search;
  const observer = new MutationObserver(() => {
    const address = location.pathname + location.search;
    if (address === counted) return;
    counted = address;
    run();
  });
  if (announcer !== null)
    observer.observe(announcer, { childList: true, characterData: true, subtree: true });
}
