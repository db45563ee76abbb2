import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  accountOf,
  type End,
  established,
  isOfUser,
  readSocketTable,
  sharedReader,
  socketTables,
  tableLooks,
} from '#core/public/host.ts';

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
  const accountAt = async (peer: End): Promise<number | undefined> => {
    for (let look = 0; look < tableLooks; look++) {
      for (const table of tables) {
        const account = accountOf(await table().catch(() => ''), peer, server, established);
        if (account !== undefined) return account;
      }
    }
    return undefined;
  };
  if (own === undefined || process.platform !== 'linux') return { isAllowed: async () => true };
  const probe = connect(server.port, server.address);
  await once(probe, 'connect');
  const told = await accountAt(endOf(probe, 'local'));
  probe.destroy();
  if (told !== own) return { isAllowed: async () => true };
  return {
    async isAllowed(socket) {
      if (socket.remoteAddress === undefined) return false;
      const account = await accountAt(endOf(socket, 'remote'));
      return account !== undefined && isOfUser(account);
    },
  };
}

const endOf = (socket: Socket, side: 'local' | 'remote'): End => ({
  address: socket[`${side}Address`] ?? '',
  port: socket[`${side}Port`] ?? 0,
});
