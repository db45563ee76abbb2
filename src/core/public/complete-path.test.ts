import type { Dirent } from 'node:fs';
import { expect, test } from 'vitest';
import { createCompletePath } from './complete-path.ts';

const folder = (name: string) =>
  ({ name, isDirectory: () => true, isSymbolicLink: () => false }) as unknown as Dirent;
const link = (name: string) =>
  ({ name, isDirectory: () => false, isSymbolicLink: () => true }) as unknown as Dirent;

test('a drive that hangs is asked once, however much is typed, and other folders go on', async () => {
  const asked: string[] = [];
  let answer: (entries: Dirent[]) => void = () => undefined;
  const complete = createCompletePath({
    home: '/home/ann',
    mounts: { of: (path) => (path.startsWith('/net/share') ? '/net/share' : undefined) },
    list: (path) => {
      asked.push(path);
      if (!path.startsWith('/net/share')) return Promise.resolve([folder('reports')]);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  const first = complete('/net/share/re');
  for (const prefix of ['/net/share/rep', '/net/share/repo', '/net/share/reports/'])
    expect(await complete(prefix)).toEqual([]);
  expect(await complete('/home/ann/re')).toEqual(['/home/ann/reports']);
  expect(asked).toEqual(['/net/share', '/home/ann']);
  answer([folder('reports')]);
  expect(await first).toEqual(['/net/share/reports']);
  const again = complete('/net/share/');
  answer([folder('reports')]);
  expect(await again).toEqual(['/net/share/reports']);
});

test('a link to such a drive is suggested without a look at where it leads', async () => {
  const complete = createCompletePath({
    mounts: { of: (path) => (path === '/home/ann/share' ? '/net/share' : undefined) },
    list: async () => [link('share'), link('to-nothing')],
  });
  expect(await complete('/home/ann/')).toEqual(['/home/ann/share']);
});

test('what another machine holds is not looked up: Windows would sign in there', async () => {
  const listed: string[] = [];
  const complete = createCompletePath({
    list: async (folder) => {
      listed.push(folder);
      return [];
    },
  });
  for (const prefix of [
    '//host/share/',
    '\\\\host\\share\\',
    '//host',
    '\\\\?\\UNC\\host\\share\\',
    '\\\\.\\pipe\\',
  ])
    expect(await complete(prefix)).toEqual([]);
  expect(listed).toEqual([]);
  await complete('/srv/');
  expect(listed).toEqual(['/srv/']);
});
