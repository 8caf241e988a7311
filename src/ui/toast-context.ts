import { createContext, useContext } from 'react';
import { createToastStore, type ToastStore } from './toast-store.ts';

export const ToastContext = createContext<ToastStore>(createToastStore());

/** The page's notifications. */
export function useToasts(): ToastStore {
  return useContext(ToastContext);
}
