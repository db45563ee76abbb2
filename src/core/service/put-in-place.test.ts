import { expect, test } from 'vitest';
import type { Lease } from '#core/ports/team.ts';
import { putInPlaces } from './put-in-place.ts';
import type { PutBody, StorageArea } from './storage.ts';

const body: PutBody = { kind: 'buffer', bytes: new Uint8Array(1) };

/** Storage that answers when it is told to, and a team that gives the only place it has. */
function createScene(isAlone = false) {
  const log: string[] = [];
  let end: () => void = () => undefined;
  const put: StorageArea['put'] = (_address, _body, { signal } = {}) => {
    log.push('put');
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      end = () => resolve({ ok: true, value: {} });
    });
  };
  const ends = new AbortController();
  const lease: Lease = { lost: ends.signal, leave: () => void log.push('left') };
  const place = async () => {
    log.push('place');
    return lease;
  };
  const storage = putInPlaces({ put }, () => ({ isAlone, place }));
  return { storage, log, answer: () => end(), lose: () => ends.abort(new Error('LEASE_LOST')) };
}

const begun = async ({ log }: { readonly log: readonly string[] }) =>
  expect.poll(() => log.at(-1)).toBe('put');

test('a PUT goes in a place of the team, which is left with its end', async () => {
  const scene = createScene();
  const sent = scene.storage.put('https://storage/1', body);
  await begun(scene);
  scene.answer();
  expect(await sent).toMatchObject({ ok: true });
  expect(scene.log).toEqual(['place', 'put', 'left']);
});

test('a place that ends cuts it off, and nobody knows whether the bytes came', async () => {
  const scene = createScene();
  const sent = scene.storage.put('https://storage/1', body);
  await begun(scene);
  scene.lose();
  expect(await sent).toMatchObject({
    ok: false,
    failure: { error: { code: 'TEAM_UNREACHABLE' }, maybeDone: true },
  });
  expect(scene.log.at(-1)).toBe('left');
});

test('whoever gives up hears their own reason', async () => {
  const scene = createScene();
  const giveUp = new AbortController();
  const sent = scene.storage.put('https://storage/1', body, { signal: giveUp.signal });
  await begun(scene);
  giveUp.abort(new Error('enough'));
  await expect(sent).rejects.toThrow('enough');
  expect(scene.log.at(-1)).toBe('left');
});

test('alone, no place is asked for', async () => {
  const scene = createScene(true);
  const sent = scene.storage.put('https://storage/1', body);
  expect(scene.log).toEqual(['put']);
  scene.answer();
  await sent;
  expect(scene.log).toEqual(['put']);
});
