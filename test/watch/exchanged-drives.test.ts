import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canMount, createSlot, hasLoopDevices, mountSmallDisk } from '../support/drives.ts';
import { idle, until } from '../support/engine-fixture.ts';
import { begin, deletions, numbered, passSeveralTimes, stateOf } from './drives-support.ts';

/** The same files on any drive they are put on: of the same bytes and times and, on an empty one, inodes. */
function put(directory: string, names: readonly string[], what = 'This is'): void {
  for (const name of names) {
    writeFileSync(join(directory, name), `${what} ${name}.`);
    utimesSync(join(directory, name), 1_700_000_000, 1_700_000_000);
  }
}

describe.runIf(canMount())('a drive in the place of another that system and contents take for it', () => {
  test('W9: what it does not hold waits for a person, and what is deleted on it later is deleted', async () => {
    const { engine, root, start } = await begin('mounted');
    const first = mountSmallDisk(root);
    put(root, numbered(12));
    const core = await start();
    await core.calls['folders.reconcile']({});
    await until('all are in', () => engine.live().length === 12);
    await idle(core);
    // Its number is free again, and the next drive gets it.
    first.unmount();
    mountSmallDisk(root);
    put(root, numbered(9));
    await passSeveralTimes(core);
    expect(deletions(engine)).toBe(0);
    expect(await stateOf(core)).toMatchObject({
      vanished: [{ kind: 'together', files: 3 }],
      coverage: { attentionBy: { DELETE_CAP: 3 } },
    });
    rmSync(join(root, '0.txt'));
    await until('its document is deleted', () => engine.live().length === 11);
    expect(deletions(engine)).toBe(1);
  });

  test.each([
    ['', false],
    ['usb', false],
    ['', true],
    ['usb', true],
  ])(
    'W7: its files replace no document, also where they have the same names (%j, looked at before: %j)',
    async (at, isLookedAt) => {
      const { engine, root, start } = await begin('mounted', { changed: 'replace' });
      const place = join(root, at);
      if (at !== '') writeFileSync(join(root, 'here.txt'), 'here');
      const first = mountSmallDisk(place);
      put(place, numbered(12));
      const core = await start();
      await core.calls['folders.reconcile']({});
      const files = at === '' ? 12 : 13;
      await until('all are in', () => engine.live().length === files);
      await idle(core);
      first.unmount();
      // The next one gets its numbers: exchanged within a moment, nothing would tell them apart.
      await until('it is missed', async () => {
        const { vanished, health } = await stateOf(core);
        return health.mode === 'missing' || vanished.some(({ kind }) => kind === 'away');
      });
      mountSmallDisk(place);
      put(place, numbered(9));
      if (isLookedAt) await passSeveralTimes(core);
      put(place, ['9.txt', '10.txt', '11.txt'], 'On another drive:');
      await passSeveralTimes(core);
      await idle(core);
      expect(deletions(engine)).toBe(0);
      expect(engine.live().length).toBe(files + 3);
    },
  );
});

describe.runIf(hasLoopDevices())('drives that are put into one slot in turn, and get one number', () => {
  test('W9: the files of neither are deleted when the other one comes', async () => {
    const { engine, root, start } = await begin('mounted');
    writeFileSync(join(root, 'here.txt'), 'here');
    const at = join(root, 'usb');
    const slot = createSlot(join(root, '..'), at);
    await slot.insert('first');
    for (const name of numbered(6)) writeFileSync(join(at, `a${name}`), `${name} on the first drive`);
    const core = await start();
    await core.calls['folders.reconcile']({});
    await until('all are in', () => engine.live().length === 7);
    await idle(core);
    await slot.insert('second');
    await passSeveralTimes(core);
    for (const name of numbered(3)) writeFileSync(join(at, `b${name}`), `${name} on the second drive`);
    await core.calls['folders.reconcile']({});
    await until('those of the second are in', () => engine.live().length === 10);
    await idle(core);
    for (const [disk, files] of [
      ['first', 3],
      ['second', 6],
      ['first', 3],
    ] as const) {
      await slot.insert(disk);
      await passSeveralTimes(core);
      await idle(core);
      expect((await stateOf(core)).vanished).toMatchObject([{ kind: 'away', place: 'usb', files }]);
    }
    expect(deletions(engine)).toBe(0);
    rmSync(join(at, 'a0.txt'));
    await passSeveralTimes(core);
    await until('the document of a deleted file is deleted', () => engine.live().length === 9);
  });
});
