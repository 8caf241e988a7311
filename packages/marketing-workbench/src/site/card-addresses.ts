import { files } from './addresses.ts';
import type { Card } from './cards.ts';

/** Social networks want `wide`, search engines the others. */
export const CARD_CUTS = {
  wide: { width: 1200, height: 630 },
  '16x9': { width: 1200, height: 675 },
  '4x3': { width: 1200, height: 900 },
  '1x1': { width: 1200, height: 1200 },
} as const;

export type CardCut = keyof typeof CARD_CUTS;

export const SEARCH_CUTS: readonly CardCut[] = ['16x9', '4x3', '1x1'];

/** Increase it with every change of the drawing, so that all cards get new addresses. */
const DESIGN = 5;

export function formatCardAddress(card: Card, cut: CardCut): string {
  return files.card({ kind: card.kind, slug: card.slug, hash: hashCard(card), cut });
}

export function formatCardText({ title, label, siteName }: Card): string {
  return [label, ...new Set([title, siteName])].filter((part) => part !== '').join(': ');
}

/** Returns 14 letters and digits: two rounds of 32-bit FNV-1a. */
export function hashCard(card: Card): string {
  const text = JSON.stringify([
    DESIGN,
    card.kind,
    card.slug,
    card.title,
    card.label,
    card.theme,
    card.motif,
    card.siteName,
    card.brandHash,
  ]);
  return [0x811c9dc5, 0x2f0b4c47]
    .map((seed) => hashFnv(text, seed).toString(36).padStart(7, '0'))
    .join('');
}

function hashFnv(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
