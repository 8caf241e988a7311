import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { stopOnSignals } from './stop-on-signals.ts';

type ListenOptions = Pick<Config, 'host' | 'port' | 'drainSeconds'> & {
  /** Called on SIGTERM. */
  readonly onDrain?: () => void;
};

/**
 * Listens, says where, closes on SIGINT, and on SIGTERM when it has drained; a second signal ends the draining. Settles when
 * the last answer is given, or where it can't listen.
 */
export async function listenUntilStopped(app: FastifyInstance, options: ListenOptions): Promise<void> {
  const { drainSeconds, onDrain } = options;
  const closed = Promise.withResolvers<void>();
  stopOnSignals({ drainSeconds, onDrain, stop: () => closed.resolve(app.close()) });
  if (!(await listen(app, options))) return;
  const bound = app.server.address();
  announceAddress(options.host, typeof bound === 'object' && bound !== null ? bound.port : options.port);
  await closed.promise;
}

/** Whether it listens now; where it can't, it says why, closes, and the process ends with a failure. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<boolean> {
  try {
    await app.listen({ host, port });
    return true;
  } catch (error) {
    if (!isAddressInUse(error)) throw error;
    console.error(`Port ${port} is in use. Stop what uses it, or choose another: PORT=3001 npm start`);
    process.exitCode = 1;
    await app.close();
    return false;
  }
}

export function announceAddress(host: string, port: number): void {
  console.log(`Marketing Workbench is at http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
