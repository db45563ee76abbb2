import { expect, test } from 'vitest';
import { trashOfApp } from './trash-of-app.ts';

test.each(['darwin', 'win32'] as const)('W18: the app trashes by Electron on %s', async (platform) => {
  const trashed: string[] = [];
  const trash = trashOfApp({ trashItem: async (path) => void trashed.push(path) }, platform);
  await trash?.('/folder/.sluice-o-1-a.quarantine/a.txt', '/folder/a.txt');
  expect(trashed).toEqual(['/folder/.sluice-o-1-a.quarantine/a.txt']);
});

test('W18: on Linux core follows the rule of its desktops itself', () => {
  expect(trashOfApp({ trashItem: async () => undefined }, 'linux')).toBeUndefined();
});
