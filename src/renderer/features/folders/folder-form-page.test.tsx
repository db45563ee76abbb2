import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFolderState, emptyPreview, folder } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';

const row = { path: '2026/report.pdf', size: 10, outcome: 'upload', reason: null, tags: ['T1'] };
const preview = {
  'folders.preview': () => ({
    ...emptyPreview,
    seen: 1_030,
    upload: 214,
    uploadBytes: 5_000_000,
    ignored: 816,
    ignoredBy: { type: 816 },
    rows: [row],
  }),
};

test('shows what would be taken while the rules are typed, and adds with sharing off', async () => {
  const { user, inputs } = renderPage('#/folders/new', { ...preview, 'folders.add': () => folder });
  await user.type(await screen.findByRole('combobox', { name: 'Folder' }), '/data/reports');
  expect(await screen.findByText('214 of 1,030 are taken')).toBeDefined();
  expect(screen.getByText('This type of file is not chosen for this folder.')).toBeDefined();
  expect(await screen.findByText('Energy', { selector: 'dd' })).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Add a rule' }));
  await user.type(screen.getByLabelText('Pattern of rule 1'), 'drafts/**');
  await waitFor(() =>
    expect(inputs('folders.preview').at(-1)).toMatchObject({
      folder: { path: '/data/reports', filters: [{ action: 'exclude', glob: 'drafts/**' }] },
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Start watching' }));
  await waitFor(() => expect(location.hash).toBe('#/folders/f1'));
  expect(inputs('folders.add')).toMatchObject([
    { folder: { path: '/data/reports', share: false, firstRun: 'upload-all' } },
  ]);
});

test('an edit starts from what the folder is', async () => {
  const { user, inputs } = renderPage('#/folders/f1/edit', {
    ...preview,
    'folders.list': () => [aFolderState()],
    'folders.edit': () => folder,
  });
  const share = await screen.findByRole('switch', { name: /Share with the organization/ });
  expect(share).toHaveProperty('checked', false);
  await user.click(share);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('folders.edit')).toMatchObject([
      { folderId: 'f1', changes: { path: '/data/reports', share: true } },
    ]),
  );
});
