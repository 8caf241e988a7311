import { useEffect, useState } from 'react';
import { TOAST_HOTKEY } from '../site/limits.ts';
import { useToasts } from '../ui/toast-store.ts';
import { fetchCode } from './fetch-code.ts';
import { useFetchedComponent } from './use-fetched-component.ts';

const fetchRegion = async () => (await fetchCode(() => import('../ui/toast-region.tsx'))).ToastRegion;

/** The notifications region. It is fetched early: the first thing to tell may be that the network is gone. */
export function Notifications() {
  const toasts = useToasts();
  const [need, setNeed] = useState(0);
  const [takesFocus, setTakesFocus] = useState(false);
  const ToastRegion = useFetchedComponent(fetchRegion, need);
  const isHere = ToastRegion !== undefined;
  useEffect(() => {
    if (isHere) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== TOAST_HOTKEY) return;
      setTakesFocus(true);
      setNeed((count) => count + 1);
    };
    document.addEventListener('keydown', onKey);
    const unsubscribe = toasts.subscribe(() => setNeed((count) => count + 1));
    return () => {
      document.removeEventListener('keydown', onKey);
      unsubscribe();
    };
  }, [isHere, toasts]);
  return ToastRegion === undefined ? null : <ToastRegion takesFocus={takesFocus} />;
}
