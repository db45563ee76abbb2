import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { said } from '#shared/spoken/said.ts';
import { settings } from '../testing/answers.ts';
import { renderPage } from '../testing/render-page.tsx';
import { CallError } from '../lib/bridge/call-error.ts';
import { notify, notifyFailure, notifyTrouble } from './notify.tsx';

test('a failure is said once, stands beside the page and not over it, and is closed', async () => {
  const { user } = renderPage('#/home');
  await screen.findByRole('main');
  notifyFailure(new Error('The service did not answer.'));
  notifyFailure(new Error('The service did not answer.'));
  const toast = await screen.findByRole('alert');
  expect(screen.getAllByText('The service did not answer.')).toHaveLength(1);
  expect(screen.getByRole('main').parentElement?.contains(toast)).toBe(true);
  await user.click(within(toast).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('The service did not answer.')).toBeNull());
});

test('what exactly failed is said in the language of the page, in a toast as on the page', async () => {
  const error = new CallError({
    code: 'USAGE',
    message: 'This cannot be done. (/in is a watch folder already)',
    detail: '/in is a watch folder already',
    said: said('usage.watchedAlready', { path: '/in' }),
  });
  const preferences = { ...settings.preferences, language: 'de' as const };
  renderPage('#/home', {
    'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: {}, movedFrom: {} }),
  });
  await screen.findByRole('main');
  await waitFor(() => expect(document.documentElement.lang).toBe('de'));
  notifyFailure(error);
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toBe('/in ist schon ein beobachteter Ordner.');
});

test.each([
  { what: 'a word that something was done', tell: notify, seconds: 4 },
  { what: 'a failure, long enough to be read twice,', tell: notifyTrouble, seconds: 30 },
])('$what goes by itself after $seconds s, where nobody closes it', async ({ tell, seconds }) => {
  renderPage('#/home');
  await screen.findByRole('main');
  vi.useFakeTimers();
  try {
    const words = () => screen.queryByText('Three files were queued.');
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    tell('Three files were queued.');
    await pass(seconds * 1_000 - 1);
    expect(words()).not.toBeNull();
    // And the time it takes to go.
    await pass(1_000);
    expect(words()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
