import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAnsweredByOther, isTakenByOthers } from './listeners.ts';

const own = 1000;
/** Of a web server that root started, or of a stranger. */
const other = 33;

beforeEach(() => {
  if (process.platform === 'linux') vi.spyOn(process, 'geteuid').mockReturnValue(own);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';
const line = (local: string, account: number, state = '0A') =>
  `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000 ${String(account).padStart(5)}        0 31337 1`;
const taken = (...lines: string[]) =>
  isTakenByOthers('127.0.0.1', 7700, async (table) =>
    table.endsWith('6') ? '' : [head, ...lines].join('\n'),
  );
const here4 = '0100007F:1E14';
const here6 = `${'0'.repeat(24)}01000000:1E14`;

test.runIf(process.platform === 'linux').each([
  ['nobody listens', [], false],
  ['this account', [line('0100007F:1E14', own)], false],
  ['root', [line('0100007F:1E14', 0)], false],
  ['another account', [line('0100007F:1E14', own + 1)], true],
  ['another account, at every address', [line('00000000:1E14', own + 1)], true],
  ['another account, at every address of IPv6', [line(`${'0'.repeat(32)}:1E14`, own + 1)], true],
  ['another account, at another address', [line('0200007F:1E14', own + 1)], false],
  ['another account, at another port', [line('0100007F:1E15', own + 1)], false],
  ['a connection of another account', [line('0100007F:1E14', own + 1, '01')], false],
  ['two accounts', [line('0100007F:1E14', own), line('00000000:1E14', own + 1)], false],
])('who listens: %s', async (_, lines, expected) => {
  expect(await taken(...lines)).toBe(expected);
});

test.runIf(process.platform === 'linux').each([
  ['[::1]', [], [[here6, own + 1]], true],
  ['[::1]', [], [[`${'0'.repeat(32)}:1E14`, own + 1]], true],
  ['[::1]', [[here4, own + 1]], [[here6, own]], false],
  ['localhost', [[here4, own]], [[here6, own + 1]], true],
  ['localhost', [[here4, own + 1]], [[here6, own]], true],
  ['api.localhost', [[here4, own]], [], false],
  // Beside a listener for IPv6 alone others may have the addresses of IPv4.
  ['127.0.0.1', [[here4, own + 1]], [[`${'0'.repeat(32)}:1E14`, own]], true],
  ['127.0.0.1', [['00000000:1E14', own + 1]], [[`${'0'.repeat(32)}:1E14`, own]], true],
  ['127.0.0.1', [], [[`${'0'.repeat(32)}:1E14`, own]], false],
] as const)('who listens at %s: %j, %j', async (hostname, four, six, expected) => {
  const table = (rows: readonly (readonly [string, number])[]) =>
    [head, ...rows.map((row) => line(...row))].join('\n');
  expect(await isTakenByOthers(hostname, 7700, async (name) => table(name === 'tcp6' ? six : four))).toBe(
    expected,
  );
});

const near = { address: '127.0.0.1', port: 40_000 };
const far = { address: '127.0.0.1', port: 7700 };
const nearEnd = '0100007F:9C40';
const pair = (local: string, remote: string, account: number, state = '01') =>
  line(local, account, state).replace('00000000:0000', remote);
const mapped = (end: string) => `0000000000000000FFFF0000${end}`;

test.runIf(process.platform === 'linux').each([
  ['this account', [pair(here4, nearEnd, own)], [], false],
  ['root', [pair(here4, nearEnd, 0)], [], false],
  ['another account', [pair(nearEnd, here4, own), pair(here4, nearEnd, own + 1)], [], true],
  ['another account, which has said its last', [pair(here4, nearEnd, own + 1, '05')], [], true],
  ['another account, by IPv6', [], [pair(mapped(here4), mapped(nearEnd), own + 1)], true],
  ['another account, of another connection', [pair(here4, '0100007F:9C41', own + 1)], [], false],
  ['another account that has not accepted it', [line(here4, own + 1), pair(here4, nearEnd, 0)], [], true],
  ['a worker of root’s web server', [line(here4, 0), pair(here4, nearEnd, other)], [], false],
  ['this account, which listens', [line(here4, own), pair(here4, nearEnd, own)], [], false],
  ['nobody, though this account listens', [line(here4, own)], [], true],
  ['a container, for which root listens', [line(here4, 0)], [], false],
  ['another account beside this one', [line(here4, own), pair(here4, nearEnd, other)], [], true],
  [
    'another account that lies in wait beside root’s web server',
    [line(here4, 0), pair(here4, nearEnd, other), pair(here4, '0100007F:9C41', other, '02')],
    [],
    true,
  ],
  ['nobody that the system names', [], [], false],
])('who answers: %s', async (_, four, six, expected) => {
  const table = async (name: string) => [head, ...(name === 'tcp6' ? six : four)].join('\n');
  expect(await isAnsweredByOther(near, far, table)).toBe(expected);
});

test.runIf(process.platform === 'linux')(
  'a connection that one reading missed is looked for again',
  async () => {
    const readings = [[line(here4, own)], [line(here4, own), pair(here4, nearEnd, own)]];
    const table = async (name: string) =>
      name === 'tcp6'
        ? head
        : [head, ...((readings.length > 1 ? readings.shift() : readings[0]) ?? [])].join('\n');
    expect(await isAnsweredByOther(near, far, table)).toBe(false);
  },
);
