import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between an agent and its database. */
export interface CutProxy {
  readonly port: number;
  /** What goes through ends, and nothing comes through any more. */
  cut(): void;
  /** What stands stays open, but nothing passes in either direction. */
  stall(): void;
  /** The server's next answer is lost, and the connection with it: what was asked has been done. */
  loseNextAnswer(): void;
  mend(): void;
  /** Each direction takes this long from here on, ms. */
  delay(milliseconds: number): void;
  /** How many messages agents sent, as they came in. */
  asked(): number;
  close(): Promise<void>;
}

export async function startCutProxy(to: number): Promise<CutProxy> {
  let isCut = false;
  let isStalled = false;
  let losesNext = false;
  let delayMs = 0;
  let asked = 0;
  const open = new Set<Socket>();
  const server = createServer((inner) => {
    if (isCut) return void inner.destroy();
    const outer = connect(to, '127.0.0.1');
    for (const [from, into] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      open.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        into.destroy();
      });
      from.on('data', (data) => {
        if (isStalled) return;
        if (from === inner) asked += 1;
        if (from === outer && losesNext) {
          losesNext = false;
          inner.destroy();
          return;
        }
        if (delayMs === 0) into.write(data);
        else setTimeout(() => into.writable && into.write(data), delayMs);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      endAll();
    },
    stall() {
      isStalled = true;
    },
    loseNextAnswer() {
      losesNext = true;
    },
    mend() {
      isCut = false;
      isStalled = false;
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    asked: () => asked,
    async close() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
