type StopOptions = {
  /** How long to go on answering after SIGTERM. */
  readonly drainSeconds: number;
  /** Called on SIGTERM. */
  readonly onDrain?: (() => void) | undefined;
  readonly stop: () => void;
};

/** Stops on SIGINT immediately, and on SIGTERM after draining; a second SIGTERM skips the rest of the draining. */
export function stopOnSignals({ drainSeconds, onDrain, stop }: StopOptions): void {
  process.once('SIGINT', stop);
  process.once('SIGTERM', () => {
    onDrain?.();
    process.once('SIGTERM', stop);
    if (drainSeconds === 0) stop();
    // A second SIGTERM stops earlier; the timer then must not keep the process alive.
    else setTimeout(stop, drainSeconds * 1000).unref();
  });
}
