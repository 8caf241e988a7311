import { useEffect } from 'react';
import type { Post } from '../site/entities.ts';

/** Lets the reader tick an article's checklists; an article without one does not fetch the code for it. */
export function useChecklists({ slug, content }: Pick<Post, 'slug' | 'content'>): void {
  useEffect(() => {
    if (!content.includes('class="checklist"')) return;
    let undo: (() => void) | undefined;
    let isGone = false;
    import('./use-checklists.ts').then(
      ({ enableChecklists }) => {
        if (!isGone) undo = enableChecklists(slug);
      },
      // Without it the list can still be read.
      () => undefined,
    );
    return () => {
      isGone = true;
      undo?.();
    };
  }, [slug, content]);
}

/**
 * Makes the checklists of the page ones that can be ticked; what is ticked is kept on the reader's device alone.
 * Returns what undoes it.
 */
export function enableChecklists(slug: string): () => void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('.prose .checklist input[type="checkbox"]')];
  const key = `checklist:${slug}`;
  const ticked = readTicked(key);
  const save = () =>
    storeTicked(
      key,
      boxes.flatMap((box, index) => (box.checked ? [index] : [])),
    );
  boxes.forEach((box, index) => {
    box.disabled = false;
    box.checked = ticked.includes(index);
    box.addEventListener('change', save);
  });
  return () => {
    for (const box of boxes) box.removeEventListener('change', save);
  };
}

/** Positions of the boxes that are ticked; none where nothing usable is stored. */
function readTicked(key: string): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function storeTicked(key: string, ticked: readonly number[]): void {
  try {
    if (ticked.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(ticked));
  } catch {
    // A browser that keeps nothing lets the boxes be ticked for this visit.
  }
}
