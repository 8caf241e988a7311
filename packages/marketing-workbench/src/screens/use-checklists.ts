import { useEffect } from 'react';
import type { Post } from '../site/entities.ts';

/**
 * Enables the checklists of an article. The positions that a reader ticked are stored on the
 * reader's device only.
 */
export function useChecklists({ slug, content }: Pick<Post, 'slug' | 'content'>): void {
  useEffect(() => {
    if (!content.includes('class="checklist"')) return;
    const selector = '.prose .checklist input[type="checkbox"]';
    const boxes = [...document.querySelectorAll<HTMLInputElement>(selector)];
    const key = `checklist:${slug}`;
    const ticked = readTicked(key);
    const listTicked = () => [...boxes.keys()].filter((index) => boxes[index]?.checked);
    const save = () => storeTicked(key, listTicked());
    const listening = new AbortController();
    boxes.forEach((box, index) => {
      box.disabled = false;
      box.checked = ticked?.includes(index) ?? box.checked;
      box.addEventListener('change', save, { signal: listening.signal });
    });
    return () => listening.abort();
  }, [slug, content]);
}

/** Returns undefined before the first change: the boxes are as the writer ticked them. */
function readTicked(key: string): readonly unknown[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return Array.isArray(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function storeTicked(key: string, ticked: readonly number[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(ticked));
  } catch {
    // Without storage the ticks last for this visit.
  }
}
