import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createChangingFiles } from './changing-files.ts';
import { createFileGate } from './file-gate.ts';

test('a file that changed is read again only once it stands still between two looks', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-changing-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'a.bin');
  writeFileSync(path, 'one');
  const files = createChangingFiles(createFileGate());
  expect(await files.goesOn(1, path)).toBe(false);
  await files.note(1, path);
  appendFileSync(path, 'two');
  expect(await files.goesOn(1, path)).toBe(true);
  appendFileSync(path, 'three');
  expect(await files.goesOn(1, path)).toBe(true);
  expect(await files.goesOn(1, path)).toBe(false);
  // Read meanwhile: what came of that is noted anew.
  appendFileSync(path, 'four');
  expect(await files.goesOn(1, path)).toBe(false);

  await files.note(2, path);
  rmSync(path);
  expect(await files.goesOn(2, path)).toBe(false);
});
