import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../contract/request.ts';
import type { ToastStore } from '../ui/toast-store.ts';
import { hasFailedScreens } from './open-page.ts';
import { openHere } from './use-opening.ts';

type LoadFailure = {
  readonly toasts: ToastStore;
  readonly error: Error;
  readonly retry: () => void;
};

/** Tells the reader that something could not be loaded, and offers to try again. */
export function showLoadFailure({ toasts, error, retry }: LoadFailure): void {
  toasts.show({
    title: 'This page could not be loaded completely',
    description:
      error instanceof ApiError
        ? 'The server could not answer just now. Try again in a moment.'
        : 'The connection failed. Check your network and try again.',
    variant: 'destructive',
    action: { label: 'Try again', run: retry },
  });
}

/** Tells it of an address that could not be opened, unless its calls or its screen, which failed, do so themselves. */
export function showOpeningFailure(failure: LoadFailure): void {
  const isTold = failure.toasts.list().some(({ isOpen, variant }) => isOpen && variant === 'destructive');
  if (!isTold && !hasFailedScreens()) showLoadFailure(failure);
}

/** Fetches what the screen lacks, and opens its address anew: it may be one that leads on. */
export function retryLoad(client: QueryClient): void {
  client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  openHere(client).catch(() => undefined);
}
