import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anUpload, settings } from '../../testing/answers.ts';
import { manyDocuments } from '../../testing/documents.ts';
import { renderPage } from '../../testing/render-page.tsx';

interface ListInput {
  readonly offset: number;
  readonly limit: number;
}

const uploads = (total: number) => ({
  'uploads.list': (({ offset, limit }: ListInput) => ({
    total,
    rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) =>
      anUpload({ id: offset + index + 1 }),
    ),
  })) as never,
  'uploads.show': (({ id }: { id: number }) => ({ upload: anUpload({ id }), events: [] })) as never,
});

const lists = [
  { name: 'Documents', address: '#/documents', first: 'document-1.pdf', handlers: manyDocuments },
  { name: 'Uploads', address: '#/uploads', first: 'report-1.pdf', handlers: uploads },
];

test.each(lists)('$name: Shift+End selects to the end, also what is out of sight', async (list) => {
  const { user } = renderPage(list.address, list.handlers(2_500));
  await screen.findByText(list.first);
  screen.getByRole('grid').focus();
  await user.keyboard('{ArrowDown}{Shift>}{End}{/Shift}');
  expect(await screen.findByText('2,499 selected')).toBeDefined();
});

test.each(lists)('$name: a range shrinks again, and keeps what was selected before it', async (list) => {
  const { user } = renderPage(list.address, list.handlers(10));
  await screen.findByText(list.first);
  screen.getByRole('grid').focus();
  await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}');
  expect(await screen.findByText('5 selected')).toBeDefined();
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(await screen.findByText('4 selected')).toBeDefined();
});

test.each(lists)('$name: a width given by keyboard is remembered', async (list) => {
  const { user, inputs } = renderPage(list.address, {
    ...list.handlers(5),
    'settings.update': () => settings,
  });
  await screen.findByText(list.first);
  const head = screen.getByRole('columnheader', { name: list.name === 'Uploads' ? 'Added' : 'Size' });
  within(head).getByRole('button').focus();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  const grid = list.name.toLowerCase();
  await waitFor(() =>
    expect(inputs('settings.update')).toEqual([
      {
        preferences: {
          columnWidths: { [grid]: { [grid === 'uploads' ? 'when' : 'size']: expect.any(Number) } },
        },
      },
    ]),
  );
});

test('"back" finds what was selected and where one was, and the keyboard goes on from there', async () => {
  const { user } = renderPage('#/documents', {
    ...manyDocuments(50),
    'documents.detail': () => ({ document: null, upload: null, events: [] }),
    'documents.show': () => ({ id: 'x' }),
  });
  await screen.findByText('document-1.pdf');
  screen.getByRole('grid').focus();
  await user.keyboard('{ArrowDown}{ArrowDown} {ArrowDown}{Enter}');
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  history.back();
  expect(await screen.findByText('1 selected')).toBeDefined();
  const grid = await screen.findByRole('grid');
  await waitFor(() => expect(document.activeElement).toBe(grid));
  await user.keyboard(' ');
  expect(await screen.findByText('2 selected')).toBeDefined();
});

test('going to a list anew begins at its top, with nothing selected', async () => {
  const { user } = renderPage('#/uploads', uploads(50));
  await screen.findByText('report-1.pdf');
  screen.getByRole('grid').focus();
  await user.keyboard('{ArrowDown} ');
  expect(screen.getByText('1 selected')).toBeDefined();
  location.hash = '#/tags';
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  location.hash = '#/uploads';
  await screen.findByText('report-1.pdf');
  expect(screen.queryByText('1 selected')).toBeNull();
});
