import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFolderState, anUpload, folder, status } from '../testing/answers.ts';
import { renderPage } from '../testing/render-page.tsx';

const code = 'FILE_TYPE_UNSUPPORTED';

test('T-17: a type that the service does not take is left out where its files came from, and they are put away', async () => {
  const names = ['chart.png', 'Photo.PNG', 'clip.mov', 'by-hand.png'];
  const rows = names.map((fileName, index) =>
    anUpload({
      id: index + 1,
      fileName,
      code,
      state: 'attention',
      folderId: fileName === 'by-hand.png' ? null : folder.id,
    }),
  );
  const group = { code, count: 4, place: 'uploads' as const, folderId: null };
  const { user, inputs } = renderPage('#/home', {
    'agent.status': () => ({
      ...status,
      health: { ...status.health, state: 'attention' as const, attention: { total: 4, groups: [group] } },
    }),
    'folders.list': () => [{ ...aFolderState(), folder }],
    'uploads.list': () => ({ total: rows.length, rows }),
    'folders.edit': () => folder,
    'uploads.cancel': () => ({ count: 2 }),
  });
  expect(await screen.findByRole('button', { name: 'Leave out .mov here' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Leave out .png here' }));
  await waitFor(() =>
    expect(inputs('uploads.cancel')).toEqual([{ filter: { profileId: null, ids: [1, 2] } }]),
  );
  expect(inputs('folders.edit')).toEqual([{ folderId: folder.id, changes: {}, leaveOut: ['*.png'] }]);
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
