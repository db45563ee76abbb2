import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSteadyFile, readSteadyFile } from './steady-file.ts';

test.runIf(process.platform !== 'win32')(
  'a link in the place of the file is removed, and what it leads to is not overwritten',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-steady-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const [path, own] = [join(directory, 'agent.json'), join(directory, 'private.txt')];
    const file = createSteadyFile(path, 64);
    onTestFinished(() => file.close());
    for (const text of ['at first', 'while it is open']) {
      writeFileSync(own, 'private');
      rmSync(path, { force: true });
      symlinkSync(own, path);
      file.write(text);
      expect([readFileSync(own, 'utf8'), readSteadyFile(path)]).toEqual(['private', text]);
      expect(lstatSync(path).isFile()).toBe(true);
    }
  },
);
