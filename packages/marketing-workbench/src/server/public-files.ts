import { findPublicType } from '../site/public-files.ts';
import { createMediaOpener } from '../store/media/open-media.ts';
import { findMedia } from '../store/media/stored-media.ts';
import { readSite } from '../store/pages/known-site.ts';
import type { Store } from '../store/store.ts';
import type { HttpAnswer } from './http-answer.ts';
import { FILE_POLICY } from './media-handler.ts';

/**
 * Finds a file of the content folder's `public`; publishing refuses one at the address of anything
 * else.
 */
export function createPublicFileFinder(store: Store) {
  const openMedia = createMediaOpener(store);
  return async (pathname: string): Promise<HttpAnswer | undefined> => {
    const { publicFiles = {} } = readSite(store);
    const media = Object.hasOwn(publicFiles, pathname)
      ? findMedia(store, publicFiles[pathname] ?? '')
      : undefined;
    const file = media && (await openMedia(media));
    if (file === undefined) return undefined;
    return {
      status: 200,
      type: findPublicType(pathname),
      body: await file.readFile().finally(() => file.close()),
      caching: 'shared',
      headers: { 'Content-Security-Policy': FILE_POLICY },
    };
  };
}
