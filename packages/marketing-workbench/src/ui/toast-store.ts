import { createContext, useContext } from 'react';
import { TOAST_LIMIT, TOAST_REMOVE_DELAY_MS } from '../site/limits.ts';

type ToastMessage = {
  readonly title: string;
  readonly description?: string;
  readonly variant?: 'default' | 'destructive';
  readonly action?: { readonly label: string; readonly run: () => void };
};

export type Toast = ToastMessage & { readonly id: number; readonly isOpen: boolean };

/**
 * Keeps the newest notification. A closed one is removed after the removal delay (specification,
 * section 9).
 */
export function createToastStore() {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  const change = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };

  return {
    show: (message: ToastMessage) => {
      lastId += 1;
      change([{ ...message, id: lastId, isOpen: true }, ...toasts].slice(0, TOAST_LIMIT));
    },
    dismiss: (id: number) => {
      change(toasts.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
      setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS);
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    list: () => toasts,
  };
}

export type ToastStore = ReturnType<typeof createToastStore>;

export const ToastContext = createContext<ToastStore>(createToastStore());

export function useToasts(): ToastStore {
  return useContext(ToastContext);
}
