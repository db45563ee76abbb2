import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFolderState, emptyPreview, folder } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';

test('says for how many files why they are left out, and lists them', async () => {
  renderPage('#/folders/f1?show=ignored', {
    'folders.list': () => [aFolderState({ seen: 2, ignored: 1, searchable: 1, ignoredBy: { hidden: 1 } })],
    'folders.preview': () => ({
      ...emptyPreview,
      rows: [
        { path: '.secret', size: 3, outcome: 'ignored', reason: 'hidden', tags: [] },
        { path: 'open.pdf', size: 3, outcome: 'upload', reason: null, tags: [] },
      ],
    }),
  });
  expect(await screen.findByText('.secret')).toBeDefined();
  expect(screen.getAllByText(/Hidden files are left out/).length).toBe(2);
  expect(screen.queryByText('open.pdf')).toBeNull();
});

test('files from before are chosen one by one', async () => {
  const held = ['a.pdf', 'b.pdf'].map((path) => ({
    path,
    size: 1,
    outcome: 'held',
    reason: 'CHOICE_PENDING',
    tags: [],
  }));
  const { user, inputs } = renderPage('#/folders/f1', {
    'folders.list': () => [aFolderState({ seen: 2, attention: 2, attentionBy: { CHOICE_PENDING: 2 } })],
    'folders.preview': () => ({ ...emptyPreview, rows: held }),
    'folders.choose': () => ({ count: 1 }),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'b.pdf' }));
  await user.click(screen.getByRole('button', { name: 'Upload 1 selected' }));
  await waitFor(() => expect(inputs('folders.choose')).toEqual([{ folderId: 'f1', paths: ['b.pdf'] }]));
});

test('pausing changes nothing else of the folder', async () => {
  const { user, inputs } = renderPage('#/folders', {
    'folders.list': () => [aFolderState()],
    'folders.edit': () => folder,
  });
  await user.click((await screen.findAllByRole('button', { name: 'Pause' }))[0] as HTMLElement);
  await waitFor(() =>
    expect(inputs('folders.edit')).toEqual([{ folderId: 'f1', changes: { paused: true } }]),
  );
});

test('stops watching only after asking', async () => {
  const { user, inputs } = renderPage('#/folders', {
    'folders.list': () => [aFolderState()],
    'folders.remove': () => ({ removed: true }),
  });
  await user.click(await screen.findByRole('button', { name: 'More for reports' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Stop watching', hidden: true }));
  expect(await screen.findByText(/documents at the service stay as they are/)).toBeDefined();
  expect(inputs('folders.remove')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Stop watching' }));
  await waitFor(() => expect(inputs('folders.remove')).toEqual([{ folderId: 'f1' }]));
});
