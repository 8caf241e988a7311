import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { stopOnSignals } from './stop-on-signals.ts';

type ListenOptions = Pick<Config, 'host' | 'port' | 'drainSeconds'> & {
  /** Called on SIGTERM. */
  readonly onDrain?: () => void;
};

/**
 * Listens, prints the address, closes on SIGINT, and on SIGTERM after draining; a second signal ends the draining. Resolves
 * when the last answer is sent, or if it can't listen.
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

/** Whether it listens now. If it can't, it prints why, closes the application and sets exit code 1. */
export async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<boolean> {
  try {
    await app.listen({ host, port });
    return true;
  } catch (error) {
    const failure = describeFailure(error, { host, port });
    if (failure === undefined) throw error;
    console.error(failure);
    process.exitCode = 1;
    await app.close();
    return false;
  }
}

export function announceAddress(host: string, port: number): void {
  console.log(`Marketing Workbench is at http://${host.includes(':') ? `[${host}]` : host}:${port}`);
}

function describeFailure(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what uses it, or choose another: PORT=3001 npm start`;
  if (code === 'EACCES')
    return `This account may not listen on port ${port}; choose one from 1024 on as PORT.`;
  if (!['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'].includes(String(code))) return undefined;
  return `HOST ${host} is no address of this machine (${code}); set HOST to localhost, 0.0.0.0 or one that is.`;
}
