import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../testing/answers.ts';
import type { Handlers } from '../testing/fake-host.ts';
import { renderPage } from '../testing/render-page.tsx';
import { pageAt } from './pages.ts';

/** React tells the console of what breaks, and so does jsdom. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const tagsPage = pageAt(['tags']).page;
const goTo = (name: string) => screen.findByRole('link', { name });

/** A page without what it stands on: it breaks while it is drawn. */
function Breaks(): never {
  throw new Error('nothing to stand on');
}

test('a page that breaks says so, and the rest of the window goes on', async () => {
  vi.spyOn(tagsPage, 'load').mockResolvedValue(Breaks);
  const { user } = renderPage('#/tags');
  expect(await screen.findByRole('heading', { name: 'This page cannot be shown' })).toBeDefined();
  const words = within(screen.getByRole('alert'));
  expect(words.getByText(/^That is a fault in Sluice\. Everything else goes on/)).toBeDefined();
  expect(words.getByText('nothing to stand on').closest('[lang]')?.getAttribute('lang')).toBe('en');
  await user.click(await goTo('Settings'));
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
  expect(screen.queryByText('nothing to stand on')).toBeNull();
  await user.click(await goTo('Tags'));
  expect(await screen.findByText('nothing to stand on')).toBeDefined();
});

test('a page that broke once is drawn when it is tried again', async () => {
  let isBroken = true;
  vi.spyOn(tagsPage, 'load').mockResolvedValue(() => (isBroken ? <Breaks /> : <p>whole</p>));
  const { user } = renderPage('#/tags');
  const again = await screen.findByRole('button', { name: 'Try again' });
  await user.click(again);
  expect(await screen.findByRole('alert')).toBeDefined();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('whole')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a page whose code does not come is asked for again', async () => {
  const load = vi.spyOn(tagsPage, 'load');
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  const { user } = renderPage('#/tags', { 'tags.list': () => [] });
  expect(await screen.findByRole('heading', { name: 'This page could not be loaded' })).toBeDefined();
  expect(document.title).toBe('This page could not be loaded · Sluice');
  expect(screen.getByText('Failed to fetch dynamically imported module')).toBeDefined();
  load.mockRestore();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Tags' })).toBeDefined();
});

test('it is asked for again too when somebody comes back to it', async () => {
  const load = vi.spyOn(tagsPage, 'load').mockRejectedValue(new TypeError('Failed to fetch'));
  const { user } = renderPage('#/tags', { 'tags.list': () => [] });
  expect(await screen.findByText('Failed to fetch')).toBeDefined();
  load.mockRestore();
  await user.click(await goTo('Settings'));
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeDefined();
  await user.click(await goTo('Tags'));
  expect(await screen.findByRole('heading', { name: 'Tags' })).toBeDefined();
});

test('it says so in German', async () => {
  vi.spyOn(tagsPage, 'load').mockRejectedValue(new TypeError('Failed to fetch'));
  const preferences = { ...settings.preferences, language: 'de' };
  const german: Handlers = {
    'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: { p1: true } }),
  };
  renderPage('#/tags', german);
  expect(await screen.findByRole('heading', { name: /^Diese Seite konnte nicht geladen/ })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Fenster neu laden' })).toBeDefined();
});
