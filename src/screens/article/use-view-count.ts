import { useEffect } from 'react';
import { sendRequest } from '../../contract/request.ts';
import { calls } from '../../site/addresses.ts';
import { VIEW_AFTER_MS } from '../../site/limits.ts';

/** Tells the server of a view once the article has been visible for three seconds on end. */
export function useViewCount(postId: number): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isSent = false;
    const watch = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible' || isSent) return;
      timer = setTimeout(() => {
        isSent = true;
        // A view that can't be told is not worth a reader's attention.
        sendRequest('GET', calls.viewPost(postId)).catch(() => undefined);
      }, VIEW_AFTER_MS);
    };
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', watch);
    };
  }, [postId]);
}
