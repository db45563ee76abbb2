import { expect, test } from 'vitest';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { uploadOptionsFor } from './metadata.ts';

test('W17: fixed tags, tags of subfolders and of name patterns, each once', () => {
  const folder = watchFolderSchema.parse({
    id: 'f',
    path: '/root',
    profileId: 'p',
    share: true,
    noIndex: true,
    enrichments: ['translation'],
    tags: ['research'],
    subfolderTagPrefix: 'folder:',
    tagRules: [
      { pattern: '^(?<ticker>[A-Z]+)/', tag: 'ticker:$<ticker>' },
      { pattern: '10-K', tag: 'annual' },
      { pattern: '(', tag: 'broken' },
      { pattern: '(?<none>zzz)?', tag: '$<none>' },
    ],
  });
  const options = uploadOptionsFor(folder, 'ACME/2024/10-K.html');
  expect(options.tags).toEqual(['research', 'folder:ACME', 'folder:2024', 'ticker:ACME', 'annual']);
  expect(options).toMatchObject({ share: true, noIndex: true, noStore: false, enrichments: ['translation'] });
  expect(uploadOptionsFor(folder, 'note.txt').tags).toEqual(['research']);
});

test('a pattern takes time in proportion to the name, whoever chose either', () => {
  const folder = watchFolderSchema.parse({
    id: 'f',
    path: '/root',
    profileId: 'p',
    tagRules: [{ pattern: '^(\\w+\\s?)*$', tag: 'words' }],
  });
  const before = process.cpuUsage().user;
  expect(uploadOptionsFor(folder, `${'a'.repeat(200)}!`).tags).toEqual([]);
  expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
});
