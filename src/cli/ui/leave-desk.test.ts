import { expect, test } from 'vitest';
import { createLeave, type Want } from '#core/public/host.ts';
import { settingsSchema } from '#shared/settings/settings.ts';
import { createLeaveDesk } from './leave-desk.ts';

function desk() {
  let now = 0;
  const printed: { code: string; wants: readonly Want[] }[] = [];
  const settings = settingsSchema.parse({ version: 1 });
  const leave = createLeave({ get: () => settings } as never, []);
  const made = createLeaveDesk(
    leave,
    (code, wants) => printed.push({ code, wants }),
    () => now,
  );
  const ask = (path: string) => made.ask('uploads.add', { paths: [path], options: {} });
  const wrong = () => (printed.at(-1)?.code === '000000' ? '000001' : '000000');
  const turn = (milliseconds: number) => {
    now += milliseconds;
  };
  return { give: made.give, asks: made.ask, ask, printed, wrong, turn };
}

test('the printed code gives leave for what was printed with it, once', async () => {
  const { ask, give, printed } = desk();
  expect(await ask('/srv/a')).toBe('code');
  expect(printed).toEqual([
    { code: expect.stringMatching(/^\d{6}$/), wants: [{ kind: 'read', path: '/srv/a' }] },
  ]);
  const code = printed[0]?.code ?? '';
  expect([await give(` ${code} `), await give(code)]).toEqual([true, false]);
  expect(await ask('/srv/a/b.pdf')).toBe('given');
  expect(await ask('/srv/other')).toBe('refused');
});

test('codes cannot be tried out, do not last, and only the newest counts', async () => {
  const { ask, give, printed, turn, wrong } = desk();
  await ask('/srv/a');
  for (let tries = 0; tries < 5; tries += 1) expect(await give(wrong())).toBe(false);
  expect(await give(printed.at(-1)?.code ?? '')).toBe(false);

  turn(1000);
  await ask('/srv/b');
  turn(5 * 60_000 + 1);
  expect(await give(printed.at(-1)?.code ?? '')).toBe(false);

  await ask('/srv/c');
  const older = printed.at(-1)?.code ?? '';
  turn(1000);
  await ask('/srv/d');
  if (older !== printed.at(-1)?.code) expect(await give(older)).toBe(false);
  expect(await give(printed.at(-1)?.code ?? '')).toBe(true);
});

test('a page that asks in a loop does not flood the terminal', async () => {
  const { ask, printed, turn } = desk();
  for (let times = 0; times < 10; times += 1) await ask('/srv/a');
  expect(printed).toHaveLength(1);
  turn(1000);
  expect(await ask('/srv/a')).toBe('code');
});

test('a call that does not exist, or whose input is none, wants nothing and prints nothing', async () => {
  const { asks, printed } = desk();
  expect(await asks('constructor', {})).toBe('given');
  expect(await asks('uploads.add', { paths: 'no' })).toBe('given');
  expect(printed).toEqual([]);
});
