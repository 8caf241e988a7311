import { DOWNLOAD_TYPES } from './downloads.ts';

/** Names of the media by address. */
export type PublicFiles = Readonly<Record<string, string>>;

/**
 * Names that every file system and address can hold; of names with a dot at the beginning only
 * `.well-known`.
 */
export const PUBLIC_PATH = /^(?:\/\.well-known)?(?:\/\w[\w.-]*){1,8}$/;

/** The published type of all of them. What a browser gets follows from the name. */
export const PUBLIC_FILE = 'application/octet-stream';

const TYPES: ReadonlyMap<string, string> = new Map([
  ...DOWNLOAD_TYPES,
  ['.html', 'text/html; charset=utf-8'],
  ['.xml', 'application/xml; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.ico', 'image/x-icon'],
]);

/**
 * Apple's association file is JSON without an extension. Other unknown files, such as scripts, no
 * browser runs.
 */
export function findPublicType(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'apple-app-site-association') return 'application/json';
  const dot = name.lastIndexOf('.');
  return (dot === -1 ? undefined : TYPES.get(name.slice(dot).toLowerCase())) ?? PUBLIC_FILE;
}
