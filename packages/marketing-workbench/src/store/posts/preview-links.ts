import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PreviewLink } from '../../site/addresses.ts';

export const PREVIEW_DAYS = 7;

/** `until` is a whole number of seconds since 1970. */
export function signPreview(secret: string, slug: string, until: number): PreviewLink {
  return { slug, until: `${until}`, signature: computeSignature(secret, slug, `${until}`) };
}

/** Returns when the link ends, in milliseconds; undefined if this site did not sign it. */
export function readPreviewEnd(
  secret: string,
  { slug, until, signature }: PreviewLink,
): number | undefined {
  const expected = Buffer.from(computeSignature(secret, slug, until));
  const given = Buffer.from(signature);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned ? Number(until) * 1000 : undefined;
}

function computeSignature(secret: string, slug: string, until: string): string {
  return createHmac('sha256', secret).update(`preview\n${slug}\n${until}`).digest('base64url');
}
