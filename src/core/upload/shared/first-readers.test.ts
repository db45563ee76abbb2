import { expect, test } from 'vitest';
import type { Owners } from '../../watch/folder-owners.ts';
import { createFirstReaders } from './first-readers.ts';

const never = new AbortController().signal;

/** A machine that reads one shared folder first wherever it may. */
function machine() {
  const now: { scope: string | undefined; isHeld: boolean } = { scope: 'one', isHeld: false };
  const left: string[] = [];
  const folder = { id: 'f', path: '/mnt/docs', profileId: 'p', sharedAs: '//filesrv1/docs', paused: false };
  const owners = { folders: [folder], folder: () => folder, nesting: { realPaths: new Map() } };
  const readers = createFirstReaders({
    profileId: 'p',
    scope: async () => now.scope,
    owners: async () => owners as unknown as Owners,
    clock: { monotonic: () => 0 },
    end: never,
    isHeld: () => now.isHeld,
    team: {
      root: async (scope) => ({
        kind: 'ours',
        others: 0,
        lease: { lost: never, leave: () => void left.push(scope) },
      }),
    },
  });
  return { now, left, readers };
}

test.each([
  ['its key is another one', { scope: 'two' }],
  ['it has no key', { scope: undefined }],
  ['it is paused', { isHeld: true }],
])('a machine reads nothing first any more once %s', async (_, change) => {
  const { now, left, readers } = machine();
  await readers.turn(never);
  expect(readers.ofFolder('f')).toEqual({ machine: null, others: 0 });
  Object.assign(now, change);
  await readers.turn(never);
  expect(left).toEqual(['one']);
});

test('what the team said of another key is not believed', async () => {
  const { readers } = machine();
  const first = await readers.of('one', 'docs', never);
  expect(await readers.of('one', 'docs', never)).toBe(first);
  expect(await readers.of('two', 'docs', never)).not.toBe(first);
});
