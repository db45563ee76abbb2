import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noticeOf, packageFolders, writeNotices } from '../../scripts/third-party-notices.ts';
import { projectRoot } from '../support/project-copy.ts';

const modules = join(projectRoot, 'node_modules');

function packageWith(files: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-notices-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const folder = join(directory, 'node_modules/@some/thing');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"@some/thing","version":"1.2.3","license":"MIT"}');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('a module belongs to the innermost package, and to what that copied', () => {
  expect(packageFolders('/a/node_modules/@some/thing/dist/index.js?used')).toEqual([
    '/a/node_modules/@some/thing',
  ]);
  expect(packageFolders('\0/a/node_modules/one/node_modules/two/x.js')).toEqual([
    '/a/node_modules/one/node_modules/two',
  ]);
  expect(packageFolders('/a/node_modules/unpdf/dist/pdfjs.mjs')).toEqual([
    '/a/node_modules/unpdf',
    join(modules, 'pdfjs-dist'),
  ]);
  expect(packageFolders('/a/src/cli/index.ts')).toEqual([]);
  expect(packageFolders('\0vite/preload-helper.js')).toEqual([join(modules, 'vite')]);
});

test('a package brings all texts of its licence', () => {
  const folder = packageWith({
    'LICENSE-MIT.txt': 'May be used.',
    NOTICE: 'Made by some.',
    'licenses.js': '',
  });
  expect(noticeOf(folder)).toEqual({
    name: '@some/thing@1.2.3',
    licence: 'MIT',
    text: 'May be used.\n\nMade by some.',
  });
});

test('one without a text may not ship', () => {
  expect(() => noticeOf(packageWith({}))).toThrow('@some/thing has no text of its licence');
  expect(() => noticeOf(packageWith({ LICENSE: ' \n' }))).toThrow('@some/thing has no text of its licence');
});

test('what a package left in its repository is kept here', () => {
  expect(noticeOf(join(modules, 'react-remove-scroll-bar')).text).toContain('Anton Korzunov');
});

test('each package and version stands once, in the order of names', () => {
  const notice = (name: string) => ({ name, licence: 'MIT', text: `text of ${name}` });
  const text = writeNotices([notice('b@2.0.0'), notice('a@1.0.0'), notice('b@1.0.0'), notice('a@1.0.0')]);
  expect(text.match(/^text of .*$/gm)).toEqual(['text of a@1.0.0', 'text of b@1.0.0', 'text of b@2.0.0']);
});
