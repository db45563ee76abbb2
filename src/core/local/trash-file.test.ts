import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFileGate } from './file-gate.ts';

test.runIf(process.platform === 'linux')(
  'W18: the trash of Linux is told where the file lay, not where it was set aside',
  async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-trash-')));
    onTestFinished(() => rmSync(home, { recursive: true }));
    vi.stubEnv('HOME', home);
    vi.stubEnv('XDG_DATA_HOME', join(home, 'data'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const root = join(home, 'papers');
    mkdirSync(root);
    writeFileSync(join(root, 'a b.txt'), 'a');
    const gate = createFileGate();
    const aside = {
      root,
      directory: root,
      name: 'a b.txt',
      aside: '.sluice-o-1-a.quarantine',
    };
    expect(await gate.setAside(aside)).toBe('aside');
    const examined = await gate.examineAside(aside);
    expect(examined.kind === 'file' && (await gate.trashAside(aside, examined.identity))).toBe(true);
    expect(readdirSync(root)).toEqual([]);
    const trash = [join(home, 'data/Trash'), join(home, '.local/share/Trash')].find(existsSync) ?? '';
    const [info = ''] = readdirSync(join(trash, 'info'));
    expect(readFileSync(join(trash, 'info', info), 'utf8')).toContain(
      `Path=${encodeURI(join(root, 'a b.txt'))}\n`,
    );
    const [file = ''] = readdirSync(join(trash, 'files'));
    expect(readFileSync(join(trash, 'files', file), 'utf8')).toBe('a');
  },
);
