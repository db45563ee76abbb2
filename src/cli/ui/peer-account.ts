import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  type End,
  endInTable,
  isOfUser,
  tableLooks,
  readSocketTable,
  sharedReader,
  socketTables,
} from '#core/public/host.ts';

/** State of a connection that both ends have open. */
const established = '01';
/** Tells which account opened a connection on loopback. */
export interface Peers {
  /** Whether this account or root opened it; true for every connection where the system does not tell. */
  isAllowed(socket: Socket): Promise<boolean>;
}

/**
 * Asks the kernel which account is at the other end of each connection. Whether the kernel tells is tried
 * once, with a connection of our own: a failure after that refuses, since another account could cause it by
 * using up files.
 *
 * @param server where this process listens
 */
export async function createPeers(server: End, readTable = readSocketTable): Promise<Peers> {
  const own = process.geteuid?.();
  const tables = socketTables.map((name) => sharedReader(() => readTable(name)));
  const accountOf = async (peer: End, local: End): Promise<number | null> => {
    for (let look = 0; look < tableLooks; look++) {
      for (const table of tables) {
        const account = accountIn(await table().catch(() => ''), peer, local);
        if (account !== null) return account;
      }
    }
    return null;
  };
  if (own === undefined || process.platform !== 'linux') return { isAllowed: async () => true };
  const probe = connect(server.port, server.address);
  await once(probe, 'connect');
  const told = await accountOf(remoteOf(probe, 'local'), server);
  probe.destroy();
  if (told !== own) return { isAllowed: async () => true };
  return {
    async isAllowed(socket) {
      if (socket.remoteAddress === undefined) return false;
      const account = await accountOf(remoteOf(socket, 'remote'), server);
      return account !== null && isOfUser(account);
    },
  };
}

const remoteOf = (socket: Socket, side: 'local' | 'remote'): End => ({
  address: socket[`${side}Address`] ?? '',
  port: socket[`${side}Port`] ?? 0,
});

/**
 * The user id of the socket at `peer` that is connected to `local`; null when no such connection is open. A
 * socket that its process has closed belongs to user 0 in these tables, and its state is another one.
 */
export function accountIn(table: string, peer: End, local: End): number | null {
  for (const prefix of ['', '0000000000000000FFFF0000']) {
    const start = `: ${prefix}${endInTable(peer)} ${prefix}${endInTable(local)} ${established} `;
    const at = table.indexOf(start);
    if (at < 0) continue;
    // Queues, timer and retransmissions are before the user id.
    const [, , , account = ''] = table
      .slice(at + start.length, at + start.length + 200)
      .trim()
      .split(/\s+/);
    if (/^\d+$/.test(account)) return Number(account);
  }
  return null;
}
