import { connect } from 'node:net';

export type ReceivedAnswer = {
  readonly status: string;
  /** Whether the answer has `Connection: close`. */
  readonly isLast: boolean;
  readonly location: string | undefined;
  /** Status line and headers. */
  readonly head: string;
};

export type ClientConnection = Awaited<ReturnType<typeof openConnection>>;

/** Returns a connection that stays open. */
export async function openConnection(port: number) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.setEncoding('latin1');
  await new Promise((resolve) => void socket.once('connect', resolve));
  /** Resolves when the server has closed the connection without an error. */
  const ended = new Promise<void>((resolve, reject) => {
    socket.once('end', resolve);
    socket.once('error', reject);
  });
  ended.catch(() => undefined);
  /** Sends a GET. Resolves when the answer is complete; rejects if the connection ends before. */
  const ask = (path: string): Promise<ReceivedAnswer> =>
    new Promise((resolve, reject) => {
      let received = '';
      const onData = (text: string) => {
        received += text;
        const [head = '', body] = received.split('\r\n\r\n');
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
        if (body === undefined || received.length - head.length - 4 < length) return;
        socket.off('data', onData);
        resolve({
          status: head.slice(9, 12),
          isLast: /^connection: close/im.test(head),
          location: /^location: (.*)$/im.exec(head)?.[1],
          head,
        });
      };
      socket.on('data', onData);
      ended.then(
        () => reject(new Error(`The connection ended before ${path} was answered.`)),
        reject,
      );
      socket.write(`GET ${path} HTTP/1.1\r\nHost: site\r\n\r\n`);
    });
  return { ask, ended, close: () => socket.destroy() };
}

/**
 * Sends a GET over a connection of its own. The address is sent as it is, while clients normalise
 * it before.
 */
export async function askOnce(port: number, path: string): Promise<ReceivedAnswer> {
  const connection = await openConnection(port);
  try {
    return await connection.ask(path);
  } finally {
    connection.close();
  }
}
