import { open, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { endianness } from 'node:os';
import { isOfUser } from './own-way.ts';

/** The sockets of this machine with the user id of each. IPv4 in a socket for IPv6 is rare, so last. */
export const socketTables = ['tcp', 'tcp6'];

export const readSocketTable = (name: string) => readFile(`/proc/net/${name}`, 'latin1');

/**
 * Shares reads between connections: each connection needs one that began after it. A flood of connections
 * costs one read at a time.
 */
export function sharedReader(read: () => Promise<string>): () => Promise<string> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | null = null;
  return () => {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = null;
        const reading = read();
        current = reading;
        return reading;
      });
    return next;
  };
}

const sharedTables = new Map(socketTables.map((name) => [name, sharedReader(() => readSocketTable(name))]));

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

const portIn = (end: string) => end.slice(end.indexOf(':') + 1);

/** State of a socket that takes connections. */
const listening = '0A';
/** State of a connection that both ends have open. */
export const established = '01';
/** State of a socket that has asked for a connection and not been answered. */
const connecting = '02';

type ReadTable = (name: string) => Promise<string>;

/**
 * The beginning of a table: the kernel writes the sockets that take connections before all others
 * (`tcp_seq_start`), of which there may be tens of thousands. A read returns once its buffer is full. To search
 * the connections for more takes the kernel milliseconds, so the buffer is for one line.
 */
async function readListeners(name: string): Promise<string> {
  const file = await open(`/proc/net/${name}`);
  try {
    const buffer = Buffer.alloc(256);
    const parts: string[] = [];
    let recent = '';
    for (;;) {
      const { bytesRead } = await file.read({ buffer });
      parts.push(buffer.toString('latin1', 0, bytesRead));
      recent = (recent + parts.at(-1)).slice(-2 * buffer.length);
      // The last whole line, unless it is the heading.
      const [, line] = recent.split('\n').slice(-3, -1);
      if (bytesRead === 0 || (line !== undefined && stateOf(line) !== listening)) return parts.join('');
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
  readTable: ReadTable = readListeners,
): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  for (const address of isIP(host) === 0 ? ['127.0.0.1', '::1'] : [host]) {
    const accounts = await accountsAt(readTable, { address, port });
    if (accounts.length > 0 && !accounts.some((account) => isOfUser(account))) return true;
  }
  return false;
}

/**
 * Reads of the tables before a connection counts as not in them. The kernel gives them out in pieces, and a
 * connection that ends between two pieces can hide its neighbour.
 */
export const tableLooks = 3;

/**
 * Whether another account answers at the far end of a connection within this machine; false where the system
 * does not tell. That a program of this account or root listens is not enough: see `isWaylaid`. What root's
 * program takes may be answered elsewhere, as by a container, or with fewer rights, as by the workers of a web
 * server; what a program of this account takes is its own.
 */
export async function isAnsweredByOther(near: End, far: End, readTable?: ReadTable): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  let listeners: readonly number[] = [];
  let account: number | undefined;
  for (let look = 0; look < tableLooks && account === undefined; look++) {
    const readOnce = readingOnce(readTable ?? readShared);
    listeners = await accountsAt(readOnce, far);
    if (listeners.length > 0 && !listeners.some((one) => isOfUser(one))) return true;
    for (const name of socketTables) account ??= accountOf(await readOrNone(readOnce, name), far, near);
  }
  if (account !== undefined && isOfUser(account)) return false;
  if (listeners.length === 0) return account !== undefined;
  return areOwn(listeners) || isWaylaid(readTable ?? readShared, far);
}

const readShared: ReadTable = (name) => (sharedTables.get(name) ?? readSocketTable)(name);

/** Gives out each table as it was when it was first asked for. */
function readingOnce(readTable: ReadTable): ReadTable {
  const texts = new Map<string, Promise<string>>();
  return (name) => {
    const text = texts.get(name) ?? readTable(name);
    texts.set(name, text);
    return text;
  };
}

/** Whether they are this account, and not root, whose programs start others with fewer rights. */
const areOwn = (accounts: readonly number[]) =>
  accounts.every((account) => account !== 0 && isOfUser(account));

/**
 * Whether another account opens connections from an end at which a program listens, as it can if it had the
 * port before. A connection that comes from where one of those leads is then between the two (simultaneous
 * open, RFC 9293, section 3.5), and the program that listens never sees it.
 */
async function isWaylaid(readTable: ReadTable, place: End): Promise<boolean> {
  const end = endInTable(place);
  for (const name of socketTables) {
    const waiting = socketsIn(await readOrNone(readTable, name), portIn(end), connecting);
    if (waiting.some(({ local, account }) => local.endsWith(end) && !isOfUser(account))) return true;
  }
  return false;
}

const readOrNone = (readTable: ReadTable, name: string) => readTable(name).catch(() => '');

/**
 * The user id of the socket at `own` that is connected to `other`; undefined where there is none. A socket that
 * its process has closed belongs to user 0 in these tables, and is no longer `established`.
 */
export function accountOf(table: string, own: End, other: End, inState?: string): number | undefined {
  // In the table of IPv6 an address of IPv4 is the end of a longer one.
  for (const above of ['', '0000000000000000FFFF0000']) {
    const start = `: ${above}${endInTable(own)} ${above}${endInTable(other)} ${inState ?? ''}`;
    const at = table.indexOf(start);
    if (at < 0) continue;
    // Queues, timer and retransmissions are between the state and the user id.
    const [, , , , account = ''] = table
      .slice(at + start.length - (inState?.length ?? 0), at + start.length + 200)
      .split(/ +/);
    if (/^\d+$/.test(account)) return Number(account);
  }
  return undefined;
}

/**
 * User ids of the sockets that are given the connections to an end: the kernel prefers those at its very
 * address, then those at all addresses of its kind. A socket at all addresses of IPv6 may be for IPv6 alone,
 * which no table tells, so that beside it another account may listen for IPv4.
 */
async function accountsAt(readTable: ReadTable, place: End): Promise<number[]> {
  const end = endInTable(place);
  const port = portIn(end);
  const anywhere = /^0+:/;
  const wide: number[][] = [];
  for (const name of place.address === '::1' ? ['tcp6'] : socketTables) {
    const listeners = socketsIn(await readOrNone(readTable, name), port, listening);
    // In the table of IPv6 an address of IPv4 is the end of a longer one.
    const exact = listeners.filter(({ local }) => local.endsWith(end));
    if (exact.length > 0) return exact.map(({ account }) => account);
    wide.push(listeners.filter(({ local }) => anywhere.test(local)).map(({ account }) => account));
  }
  return wide.find(({ length }) => length > 0) ?? [];
}

/**
 * The sockets in a table of the kernel at a port that are in a state, each with its account. Tables have tens of
 * thousands of rows, of which few are of one port: the others are not taken apart.
 */
function socketsIn(table: string, port: string, state: string): { local: string; account: number }[] {
  // After the state: queues, timer and retransmissions.
  const row = new RegExp(`^ *\\d+: (\\S+:${port}) \\S+ ${state}(?: +\\S+){3} +(\\d+)`, 'gm');
  return [...table.matchAll(row)].map(([, local = '', account]) => ({ local, account: Number(account) }));
}
