import { renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { expect, test } from 'vitest';
import { createEngine, idle, sha256, until } from '../support/engine-fixture.ts';

const a = 'The text of a, which is renamed over.';
const b = 'The text of b, which takes the name of a.';

/** Two uploaded files, and what happens to them. */
async function uploaded(changes: Partial<WatchFolder>) {
  const engine = await createEngine();
  const folder = engine.folder('inbox', changes);
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  engine.file('inbox/a.txt', a);
  engine.file('inbox/b.txt', b);
  const core = await engine.start('watch');
  await until('both documents', () => engine.live().length === 2);
  await idle(core);
  return { engine, core, at: (name: string) => join(folder.path, name) };
}

const hashes = (...contents: string[]) => contents.map(sha256).sort();

test.concurrent.each(['keep', 'delete'] as const)(
  'W7: a file that is renamed over an uploaded one replaces its document (local deletes: %s)',
  async (localDelete) => {
    const { engine, core, at } = await uploaded({ changed: 'replace', localDelete });
    renameSync(at('b.txt'), at('a.txt'));
    await until('the old document to go', () => engine.live().length === 1);
    await idle(core);
    engine.expectExactlyOnce([b]);
  },
);

test.concurrent('W7: a file that takes the name of a deleted one replaces its document', async () => {
  const { engine, core, at } = await uploaded({ changed: 'replace', localDelete: 'delete' });
  unlinkSync(at('a.txt'));
  renameSync(at('b.txt'), at('a.txt'));
  await until('the old document to go', () => engine.live().length === 1);
  await idle(core);
  engine.expectExactlyOnce([b]);
});

test.concurrent('W7: where a folder keeps old versions, the document that was renamed over stays', async () => {
  const { engine, core, at } = await uploaded({ changed: 'new-document' });
  renameSync(at('b.txt'), at('a.txt'));
  await until('the rename to be seen', () =>
    engine.ledger(
      ({ sqlite }) =>
        sqlite.prepare(`SELECT 1 FROM uploads WHERE state = 'duplicate' AND path = ?`).get(at('a.txt')) !==
        undefined,
    ),
  );
  await idle(core);
  expect(
    engine
      .live()
      .map(({ sha256: hash }) => hash)
      .sort(),
  ).toEqual(hashes(a, b));
});
