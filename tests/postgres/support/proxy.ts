import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from './postgres-server.ts';

/** A network with faults between the nodes and the database. */
export type Network = {
  readonly via: (url: string) => string;
  /** `swallow` drops every packet; `slow` delays answers. */
  readonly set: (
    mode: { readonly kind: 'open' | 'swallow' } | { readonly kind: 'slow'; readonly ms: number },
  ) => void;
  readonly moveTo: (port: number) => void;
  readonly cut: () => void;
  readonly close: () => Promise<void>;
};

type Mode = Parameters<Network['set']>[0];

export async function createProxy(targetPort: number): Promise<Network> {
  const port = await findFreePort();
  const sockets = new Set<Socket>();
  let target = targetPort;
  let mode: Mode = { kind: 'open' };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    join({ from: near, to: far, isAnswer: false }, sockets, () => mode);
    join({ from: far, to: near, isAnswer: true }, sockets, () => mode);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    cut,
    via: (url) => {
      const changed = new URL(url);
      changed.port = String(port);
      return changed.href;
    },
    set: (next) => {
      mode = next;
    },
    moveTo: (next) => {
      target = next;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Direction = { readonly from: Socket; readonly to: Socket; readonly isAnswer: boolean };

function join({ from, to, isAnswer }: Direction, sockets: Set<Socket>, readMode: () => Mode): void {
  const passOn = (data: Buffer) => {
    if (to.writable && readMode().kind !== 'swallow') to.write(data);
  };
  sockets.add(from);
  from.on('data', (data) => {
    const mode = readMode();
    if (mode.kind === 'slow' && isAnswer) globalThis.setTimeout(passOn, mode.ms, data);
    else passOn(data);
  });
  from.on('error', () => to.destroy());
  from.on('close', () => {
    sockets.delete(from);
    if (readMode().kind !== 'swallow') to.destroy();
  });
}
