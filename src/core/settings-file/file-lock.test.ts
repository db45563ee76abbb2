import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withFileLock } from './file-lock.ts';

test('a lock whose file cannot be made is a fault of the data folder, and nothing is done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'data'), 'a file where the folder was');
  let isDone = false;
  const work = () => {
    isDone = true;
  };
  await expect(withFileLock(join(folder, 'data', 'settings.json.lock'), work)).rejects.toMatchObject({
    code: 'DATA_FOLDER_UNUSABLE',
  });
  expect(isDone).toBe(false);
});
