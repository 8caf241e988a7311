import type { FoundEngines } from '../../../scripts/find-engines.ts';
import { openChromium } from './chromium.ts';
import type { Engine } from './engine-page.ts';
import { openFirefox } from './firefox.ts';
import { formatRemoval } from './oldest-browser.ts';
import { removeUnsupportedCss } from './unsupported-css.ts';
import { openWebKit } from './webkit.ts';

export type EngineName = 'Chromium' | 'Firefox' | 'WebKit' | 'the oldest supported browsers';

/** The engines of this machine, besides the simulated one. */
export function listEngineNames({ firefox, webkit }: FoundEngines): readonly EngineName[] {
  return [
    'Chromium',
    ...(firefox === undefined ? [] : ['Firefox' as const]),
    ...(webkit ? ['WebKit' as const] : []),
  ];
}

/**
 * Starts a browser; `before` runs in each page before the page's own scripts. The caller closes it.
 */
export async function openEngine(
  name: EngineName,
  engines: FoundEngines,
  before = '',
): Promise<Engine> {
  switch (name) {
    case 'Chromium':
      return openChromium(engines.chromium, { before });
    case 'Firefox':
      return openFirefox(engines.firefox ?? '', before);
    case 'WebKit':
      return openWebKit(before);
    case 'the oldest supported browsers':
      return openChromium(engines.chromium, {
        before: `${formatRemoval()};${before}`,
        changeStyles: removeUnsupportedCss,
      });
  }
}
