import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';

/** Sockets of this machine, with the user id of each. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6'];
/** State of a socket that takes connections. */
const listening = '0A';

type ReadTable = (path: string) => Promise<string>;

/**
 * Whether only other accounts listen at an address of this machine: the program that had the port is gone,
 * and any account could take the port. False where no one listens, and where the system does not tell.
 */
export async function isTakenByOthers(
  { hostname, port }: Pick<URL, 'hostname' | 'port'>,
  readTable: ReadTable = (path) => readFile(path, 'latin1'),
): Promise<boolean> {
  const own = process.geteuid?.();
  if (own === undefined || process.platform !== 'linux' || !isIPv4(hostname)) return false;
  const texts = await Promise.all(tables.map((path) => readTable(path).catch(() => '')));
  const accounts = texts.flatMap((text) => accountsIn(text, hostname, Number(port)));
  return accounts.length > 0 && !accounts.some((account) => account === own || account === 0);
}

/** User ids of the sockets in a table of the kernel that take connections to an address. */
function accountsIn(table: string, address: string, port: number): number[] {
  const bytes = Buffer.from(address.split('.').map(Number)).toString('hex').toUpperCase();
  const swapped = Buffer.from(bytes, 'hex').reverse().toString('hex').toUpperCase();
  const written = port.toString(16).padStart(4, '0').toUpperCase();
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , account] = line.trim().split(/\s+/);
    const [host = '', at] = local.split(':');
    const isEverywhere = /^0+$/.test(host);
    // The kernel writes the bytes in the order of the machine.
    const isThere = isEverywhere || host.endsWith(bytes) || host.endsWith(swapped);
    return at === written && state === listening && isThere ? [Number(account)] : [];
  });
}
