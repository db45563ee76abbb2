import { expect, test } from 'vitest';
import { createAppHost } from './app-host.ts';

test('takes the paths the preload knows, and leaves out what has none', async () => {
  const paths = new Map([['a.pdf', '/home/me/a.pdf']]);
  const host = createAppHost({
    call: async () => ({ ok: true, value: null }),
    on: () => () => undefined,
    pathsOf: (files) => files.map(({ name }) => paths.get(name) ?? ''),
  });
  const files = [new File([''], 'a.pdf'), new File([''], 'made-by-a-page.txt')];
  expect(await host.takeFiles(files, () => undefined, new AbortController().signal)).toEqual([
    '/home/me/a.pdf',
  ]);
});
