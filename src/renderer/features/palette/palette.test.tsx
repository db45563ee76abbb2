import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFolderState, anUpload } from '../../testing/answers.ts';
import { aDocument, idOf } from '../../testing/documents.ts';
import { renderPage } from '../../testing/render-page.tsx';

test('mod+K finds pages, actions and folders, and searches uploads', async () => {
  const { user, inputs } = renderPage('#/home', { 'folders.list': () => [aFolderState()] });
  await screen.findByRole('link', { name: 'reports' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Commands' }), 'pause');
  await user.click(await screen.findByText(/uploads$/, { selector: 'button *' }));
  await waitFor(() => expect(inputs('agent.pause')).toEqual([{}]));

  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Commands' }), 'annual');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.hash).toBe('#/uploads?search=annual'));
});

test('mod+K works in a field that is typed into, and finds files by name', async () => {
  const { user } = renderPage('#/uploads', {
    'uploads.list': () => ({
      total: 1,
      rows: [anUpload({ id: 7, fileName: 'orrin-q3.pdf', path: '/d/orrin-q3.pdf' })],
    }),
    'documents.query': () => ({ total: 1, rows: [aDocument({ contentId: idOf(4) })] }),
  });
  await user.type(await screen.findByRole('searchbox', { name: 'Search in paths' }), 'o');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Commands' }), 'annual 3');
  const dialog = screen.getByRole('dialog');
  expect(await within(dialog).findByText('orrin-q3.pdf')).toBeDefined();
  await user.click(await within(dialog).findByText('document-4.pdf'));
  await waitFor(() => expect(location.hash).toBe(`#/documents/${idOf(4)}`));
});

test('Enter opens the first file that was found, although it was found after the last letter', async () => {
  const found = Promise.withResolvers<never>();
  const { user } = renderPage('#/home', { 'documents.query': (() => found.promise) as never });
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Commands' }), 'nord');
  const dialog = screen.getByRole('dialog');
  const search = within(dialog).getByRole('button', { name: /^Search uploads/ });
  await waitFor(() => expect(search.hasAttribute('data-selected')).toBe(true));
  const rows = [aDocument({ contentId: idOf(4), fileName: 'nordstrom.html' })];
  found.resolve({ total: 1, rows } as never);
  await within(dialog).findByRole('button', { name: 'nordstrom.html' });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.hash).toBe(`#/documents/${idOf(4)}`));
});

test.each([
  ['the head of a column', () => screen.getByRole('button', { name: 'Added' })],
  ['a grid', () => screen.getByRole('grid')],
  ['a field that chooses', () => screen.getByRole('combobox', { name: 'Reason' })],
  ['a day', () => screen.getByRole('textbox', { name: 'From' })],
])('mod+K works from %s, and Escape leads back to it', async (_where, find) => {
  const { user } = renderPage('#/uploads', {
    'uploads.list': () => ({ total: 1, rows: [anUpload({ id: 7, fileName: 'orrin-q3.pdf' })] }),
  });
  await screen.findByRole('grid');
  find().focus();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('textbox', { name: 'Commands' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Commands' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(find()));
});
