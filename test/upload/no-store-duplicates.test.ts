import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine, idle, sha256, until } from '../support/engine-fixture.ts';

const text = 'The same text in both folders.';
const day = 24 * 60 * 60_000;

test.concurrent('W6: a file is not a duplicate of a document that the service deletes after a day', async () => {
  const engine = await createEngine();
  const brief = engine.folder('brief', { noStore: true });
  const kept = engine.folder('kept', { afterUpload: 'delete' });
  await engine.settings.update((settings) => ({ ...settings, folders: [brief, kept] }));
  engine.file('brief/a.txt', text);
  const core = await engine.start('watch');
  await until('the first document', () => engine.live().length === 1);
  await idle(core);
  engine.file('kept/b.txt', text);
  await until('the file to be deleted', () => !existsSync(join(kept.path, 'b.txt')));
  await idle(core);
  engine.sandboxClock.advance(day + day / 24);
  await until('the day to be over', () => engine.live().every((document) => !document.no_store));
  expect(engine.live().map((document) => document.sha256)).toEqual([sha256(text)]);
});

test.concurrent('W6: a file of a folder that stores nothing is a duplicate of a stored document', async () => {
  const engine = await createEngine();
  const brief = engine.folder('brief', { noStore: true });
  const kept = engine.folder('kept');
  await engine.settings.update((settings) => ({ ...settings, folders: [brief, kept] }));
  engine.file('kept/b.txt', text);
  const core = await engine.start('watch');
  await until('the document', () => engine.live().length === 1);
  await idle(core);
  engine.file('brief/a.txt', text);
  await until('the second file to be known', async () => {
    const { rows } = await core.calls['uploads.list']({ order: 'oldest', limit: 10 });
    return rows[1]?.state === 'duplicate';
  });
  await idle(core);
  engine.expectExactlyOnce([text]);
});
