type StopOptions = {
  /** How long to go on answering after SIGTERM. */
  readonly drainSeconds: number;
  /** Called on SIGTERM. */
  readonly onDrain?: (() => void) | undefined;
  readonly stop: () => void;
};

/** Stops on SIGINT at once, and on SIGTERM when it has drained; a second SIGTERM spares it the rest of that. */
export function stopOnSignals({ drainSeconds, onDrain, stop }: StopOptions): void {
  process.once('SIGINT', stop);
  process.once('SIGTERM', () => {
    onDrain?.();
    process.once('SIGTERM', stop);
    if (drainSeconds === 0) stop();
    // Whoever says so a second time is not kept waiting for it.
    else setTimeout(stop, drainSeconds * 1000).unref();
  });
}
