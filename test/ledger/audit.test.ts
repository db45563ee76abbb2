import { statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine, idle, until } from '../support/engine-fixture.ts';
import { noticesOf, textOf, uploaded } from './support.ts';

test('W10: an agent audits its ledger: a file that was forgotten is uploaded, and reported', async () => {
  const engine = await createEngine({ speed: 200 });
  await uploaded(engine, ['a.txt', 'b.txt']);
  // New bytes that the row of the file knows, and no upload: no look at the disk finds them.
  const path = engine.file('inbox/a.txt', textOf('a.txt'));
  writeFileSync(path, 'The bytes that were forgotten.');
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  engine.ledger(({ sqlite }) =>
    sqlite
      .prepare(
        `UPDATE local_files SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, sha256 = NULL WHERE name = 'a.txt'`,
      )
      .run(size, String(mtimeNs), String(ctimeNs), String(ino)),
  );
  const core = await engine.start('watch');
  await until('the forgotten bytes', () => engine.live().length === 3);
  await idle(core);
  engine.expectExactlyOnce([textOf('a.txt'), textOf('b.txt'), 'The bytes that were forgotten.']);
  expect(await noticesOf(core)).toContain('LEDGER_REPAIRED');
});
