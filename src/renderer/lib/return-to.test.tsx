import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFolderState, anUpload } from '../testing/answers.ts';
import { renderPage } from '../testing/render-page.tsx';
import { goTo } from './route.ts';

const rows = [anUpload({ id: 1 }), anUpload({ id: 2 })];
const handlers = {
  'folders.list': () => [aFolderState()],
  'uploads.list': () => ({ total: rows.length, rows }),
  'uploads.show': () => ({ upload: anUpload({ id: 2 }), events: [] }),
};

const isAt = (hash: string) => waitFor(() => expect(location.hash).toBe(hash));

test('R9: the X of what opened over a list leads back to it, so that the list stands in the history once', async () => {
  const { user } = renderPage('#/home', handlers);
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  goTo('#/uploads?state=completed');
  // Home names it too.
  await user.click(await within(await screen.findByRole('grid')).findByText('report-2.pdf'));
  await isAt('#/uploads?state=completed&open=2');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  await isAt('#/uploads?state=completed');
  history.back();
  await isAt('#/home');
});

test('R9: what another page opened over a list closes to the list, and back leads to that page', async () => {
  const { user } = renderPage('#/home', handlers);
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  goTo('#/uploads?open=2');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  await isAt('#/uploads');
  history.back();
  await isAt('#/home');
});

test('R9: a form that is saved is left, and back does not show it again', async () => {
  const { folder } = aFolderState();
  const { user } = renderPage('#/folders', { ...handlers, 'folders.edit': () => folder as never });
  goTo('#/folders/f1');
  await screen.findByRole('link', { name: 'Edit' });
  goTo('#/folders/f1/edit');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await isAt('#/folders/f1');
  history.back();
  await isAt('#/folders');
});

test('R9: Cancel of a form leads back to where it was opened', async () => {
  const { user } = renderPage('#/home', handlers);
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  goTo('#/folders/new');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await isAt('#/home');
});
