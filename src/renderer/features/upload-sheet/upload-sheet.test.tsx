import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';

const files = [new File(['one'], 'one.pdf'), new File(['two'], 'two.pdf')];

function drop(): void {
  const dataTransfer = { files, items: [], types: ['Files'] };
  fireEvent.dragEnter(document, { dataTransfer });
  const zone = screen.getByText('Drop files or folders to upload them');
  fireEvent.drop(zone, { dataTransfer });
}

test('a drop anywhere opens the sheet; unless switched on nothing is shared and no flag is set', async () => {
  const { user, inputs } = renderPage('#/home', { 'uploads.add': () => ({ ids: [1, 2], refused: [] }) });
  await screen.findByText('Nothing needs you.');
  drop();
  expect(await screen.findByRole('dialog', { name: 'Upload 2 files' })).toBeDefined();
  expect(screen.getByText(/it never appears in search/)).toBeDefined();
  expect(screen.getByText(/can be fetched for 24 hours/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('uploads.add')).toMatchObject([
    {
      paths: ['/inbox/one.pdf', '/inbox/two.pdf'],
      options: { share: false, noIndex: false, noStore: false, tags: [], published: null },
      shownProfileId: 'p1',
    },
  ]);
});

test('where files go is said while they are dropped and in the sheet', async () => {
  renderPage('#/home');
  await screen.findByText('Nothing needs you.');
  drop();
  const sheet = await screen.findByRole('dialog', { name: 'Upload 2 files' });
  expect(await within(sheet).findByText('Goes to Research')).toBeDefined();
  expect(screen.getByText('They go to Research.')).toBeDefined();
});

test('what was chosen goes with the files, and what was refused is said', async () => {
  const { user, inputs } = renderPage('#/home', {
    'uploads.add': () => ({
      ids: [1],
      refused: [{ path: '/inbox/two.pdf', code: 'FILE_EMPTY', message: 'Empty.' }],
    }),
  });
  await screen.findByText('Nothing needs you.');
  drop();
  await screen.findByRole('dialog', { name: 'Upload 2 files' });
  await user.click(screen.getByRole('combobox', { name: 'Tags' }));
  await user.click(await screen.findByRole('option', { name: 'Energy', hidden: true }));
  await user.click(screen.getByRole('switch', { name: /Share with the organization/ }));
  await user.click(screen.getByRole('switch', { name: /no_store/ }));
  fireEvent.change(screen.getByLabelText('Published on'), { target: { value: '2026-03-01' } });
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  expect(await screen.findByText('1 file was left out')).toBeDefined();
  expect(screen.getByText('The file is empty.')).toBeDefined();
  expect(inputs('uploads.add')).toMatchObject([
    {
      options: {
        share: true,
        noStore: true,
        noIndex: false,
        tags: ['Energy'],
        published: '2026-03-01T00:00:00Z',
      },
    },
  ]);
});
