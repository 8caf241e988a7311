import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX } from '../site/limits.ts';
import type { Toast } from './toast-store.ts';
import { useToasts } from './toast-store.ts';

const NONE: readonly Toast[] = [];

/**
 * Shows notifications; F8 moves the focus here. `takesFocus`: F8 was pressed before this code was
 * loaded.
 */
export function ToastRegion({ takesFocus }: { takesFocus: boolean }) {
  const store = useToasts();
  const viewport = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (takesFocus) viewport.current?.focus();
  }, [takesFocus]);
  const toasts = useSyncExternalStore(store.subscribe, store.list, () => NONE);
  return (
    <Provider
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
      label="Notification"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => store.dismiss(toast.id)} />
      ))}
      <Viewport
        ref={viewport}
        hotkey={[TOAST_HOTKEY]}
        label="Notifications ({hotkey})"
        data-toast-region
        className="fixed end-0 bottom-0 z-50 flex w-full max-w-sm flex-col gap-3 p-4"
      />
    </Provider>
  );
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const isDestructive = toast.variant === 'destructive';
  return (
    <Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      // A toast stays open while it has the focus, so a mouse press must not move the focus into
      // it.
      onMouseDown={(event) => event.preventDefault()}
      type={isDestructive ? 'foreground' : 'background'}
      data-variant={toast.variant ?? 'default'}
      className={`flex items-start gap-4 rounded-md border p-4 shadow-raised data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${isDestructive ? 'border-danger bg-danger-panel text-ink' : 'border-line bg-panel text-ink'}`}
    >
      <div className="grow">
        <Title className="text-sm font-semibold">{toast.title}</Title>
        {toast.description !== undefined && (
          <Description className="mt-1 text-sm text-soft">{toast.description}</Description>
        )}
        {toast.action !== undefined && (
          <Action
            altText={toast.action.label}
            onClick={toast.action.run}
            className="mt-3 min-h-11 rounded-sm border border-edge px-4 text-sm font-semibold"
          >
            {toast.action.label}
          </Action>
        )}
      </div>
      <Close aria-label="Close" className="min-h-11 min-w-11 rounded-sm text-lg leading-none">
        <span aria-hidden="true">×</span>
      </Close>
    </Root>
  );
}
