import { basename, resolve } from 'node:path';
import { readContentFile } from '../../content/content-folder.ts';
import { compileSite } from '../../content/site-yaml.ts';
import { DEFAULT_SITE } from '../../site/default-site.ts';
import type { SiteSettings } from '../../site/settings.ts';

/** Reads the present settings of `site.yaml`; the built-in ones while it has problems. */
export function readPresentSettings(contentDir: string): SiteSettings {
  const file = `${basename(resolve(contentDir))}/site.yaml`;
  return compileSite(readContentFile(contentDir, file)).settings ?? DEFAULT_SITE;
}
