import { open, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { endianness } from 'node:os';
import { isOfUser } from './own-way.ts';

/** The sockets of this machine with the user id of each. IPv4 in a socket for IPv6 is rare, so last. */
export const socketTables = ['tcp', 'tcp6'];

export const readSocketTable = (name: string) => readFile(`/proc/net/${name}`, 'latin1');

/** One end of a connection, with an address of IPv4 or `::1`. */
export interface End {
  readonly address: string;
  readonly port: number;
}

/** An end as the kernel writes it: the address as a number in the byte order of the machine, and the port. */
export function endInTable({ address, port }: End): string {
  const bytes = Buffer.from(address === '::1' ? [0, 0, 0, 1] : address.split('.').map(Number));
  if (endianness() === 'LE') bytes.reverse();
  const above = address === '::1' ? '0'.repeat(24) : '';
  return `${above}${bytes.toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}

/** State of a socket that takes connections. */
const listening = '0A';

/**
 * The beginning of a table: the kernel writes the sockets that take connections before all others
 * (`tcp_seq_start`), of which there may be tens of thousands.
 */
async function readListeners(name: string): Promise<string> {
  const file = await open(`/proc/net/${name}`);
  try {
    let text = '';
    for (;;) {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(16_384) });
      text += buffer.toString('latin1', 0, bytesRead);
      const [, ...lines] = text.split('\n').slice(0, -1);
      if (bytesRead === 0 || lines.some((line) => stateOf(line) !== listening)) return text;
    }
  } finally {
    await file.close();
  }
}

const stateOf = (line: string) => line.trim().split(/\s+/)[3];

/**
 * Whether at an address of this machine only other accounts listen: the program that had the port is gone,
 * and any account could take the port. A name of this machine leads to either of its two usual addresses.
 * False where no one listens, and where the system does not tell.
 */
export async function isTakenByOthers(
  hostname: string,
  port: number,
  readTable = readListeners,
): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const address = hostname.replace(/^\[|\]$/g, '');
  const texts = await Promise.all(socketTables.map((name) => readTable(name).catch(() => '')));
  return (isIP(address) === 0 ? ['127.0.0.1', '::1'] : [address]).some((one) => {
    const accounts = accountsAt(one === '::1' ? texts.slice(1) : texts, endInTable({ address: one, port }));
    return accounts.length > 0 && !accounts.some((account) => isOfUser(account));
  });
}

/**
 * User ids of the sockets that are given the connections to an end: the kernel prefers those at its very
 * address, then those at all addresses of its kind. A socket at all addresses of IPv6 may be for IPv6 alone,
 * which no table tells, so that beside it another account may listen for IPv4.
 */
function accountsAt(tables: readonly string[], end: string): number[] {
  const anywhere = new RegExp(`^0+${end.slice(end.indexOf(':'))}$`);
  const found = tables.map(listenersIn);
  // In the table of IPv6 an address of IPv4 is the end of a longer one.
  const exact = found.flat().filter(({ local }) => local.endsWith(end));
  const wide = found.map((listeners) => listeners.filter(({ local }) => anywhere.test(local)));
  return ([exact, ...wide].find(({ length }) => length > 0) ?? []).map(({ account }) => account);
}

/** The sockets in a table of the kernel that take connections, each with its account. */
function listenersIn(table: string): { local: string; account: number }[] {
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , account] = line.trim().split(/\s+/);
    return state === listening ? [{ local, account: Number(account) }] : [];
  });
}
