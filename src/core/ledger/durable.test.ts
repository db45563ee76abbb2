import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { createDurable } from './durable.ts';

/** Syncs that begin when they are asked for and end when the test says so. */
function heldSyncs() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-durable-'));
  const database = openDatabase(join(directory, 'ledger.sqlite'));
  const syncs: PromiseWithResolvers<void>[] = [];
  let begun: (() => void) | undefined;
  let groups = 0;
  const durable = createDurable(database.path, {
    groups: () => groups,
    syncFile(_file, begins) {
      begins();
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      begun?.();
      return sync.promise;
    },
  });
  onTestFinished(async () => {
    for (const sync of syncs) sync.resolve();
    await durable.close();
    database.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    durable: durable.durable,
    syncs,
    commit: () => ++groups,
    async beginning(count: number): Promise<PromiseWithResolvers<void>> {
      while (syncs.length < count)
        await new Promise<void>((resolve) => {
          begun = resolve;
        });
      return syncs[count - 1] as PromiseWithResolvers<void>;
    },
  };
}

/** In which order these ended. */
function endings(promises: Record<string, Promise<unknown>>): string[] {
  const ended: string[] = [];
  for (const [name, promise] of Object.entries(promises)) {
    promise.then(
      () => ended.push(name),
      () => ended.push(`${name} failed`),
    );
  }
  return ended;
}

test('what is written while a sync is under way is durable only after the next one, which all of them share', async () => {
  const { durable, syncs, beginning } = heldSyncs();
  const before = durable();
  const first = await beginning(1);
  const during = durable();
  const alsoDuring = durable();
  const ended = endings({ before, during, alsoDuring });
  first.resolve();
  await before;
  // Where the first covered them too there is no second to wait for.
  const second = beginning(2);
  await Promise.race([second, Promise.all([during, alsoDuring])]);
  expect(ended).toEqual(['before']);
  (await second).resolve();
  await Promise.all([during, alsoDuring]);
  expect(syncs).toHaveLength(2);
});

test('what comes while the shared sync is under way waits for one more', async () => {
  const { durable, beginning } = heldSyncs();
  const before = durable();
  const first = await beginning(1);
  const during = durable();
  first.resolve();
  await before;
  const second = await beginning(2);
  const late = durable();
  const ended = endings({ during, late });
  second.resolve();
  await during;
  const third = beginning(3);
  await Promise.race([third, late]);
  expect(ended).toEqual(['during']);
  (await third).resolve();
  await late;
});

test('a sync that fails fails for those who waited for it, and the next one begins all the same', async () => {
  const { durable, beginning } = heldSyncs();
  const before = durable();
  const failing = expect(before).rejects.toThrow('the disk is gone');
  const first = await beginning(1);
  const during = durable();
  first.reject(new Error('the disk is gone'));
  await failing;
  (await beginning(2)).resolve();
  await during;
});

test('who knows its group shares the sync under way where that began later', async () => {
  const { durable, syncs, beginning, commit } = heldSyncs();
  const group = commit();
  const one = durable(group);
  const beforeItBegins = durable(group);
  const first = await beginning(1);
  const under = durable(group);
  const later = durable(commit());
  const ended = endings({ one, beforeItBegins, under, later });
  first.resolve();
  await Promise.all([one, beforeItBegins, under]);
  const second = await beginning(2);
  expect(ended).toEqual(['one', 'beforeItBegins', 'under']);
  second.resolve();
  await later;
  expect(syncs).toHaveLength(2);
});
