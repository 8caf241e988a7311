import { useEffect } from 'react';
import type { Post } from '../../site/entities.ts';

/** Lets the reader tick an article's checklists; an article without one does not fetch the code for it. */
export function useChecklists({ slug, content }: Pick<Post, 'slug' | 'content'>): void {
  useEffect(() => {
    if (!content.includes('class="checklist"')) return;
    let undo: (() => void) | undefined;
    let isGone = false;
    import('./checklists.ts').then(
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
