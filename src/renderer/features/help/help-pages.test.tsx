import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { version } from '#shared/version.ts';
import { answers, settings } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('Help says what each state means, and the words of the list say the same', async () => {
  renderPage('#/help');
  await heading('Help');
  const health = screen.getByRole('region', { name: 'How Sluice is doing' });
  expect(within(health).getAllByRole('term')).toHaveLength(9);
  const uploads = screen.getByRole('region', { name: 'States of an upload' });
  expect(within(uploads).getByText('Searchable')).toBeDefined();
  expect(within(uploads).getAllByRole('definition')).toHaveLength(12);
});

test('F1 and the palette lead to Help, and ? to all keys', async () => {
  const { user } = renderPage('#/home');
  await heading('Home');
  await user.keyboard('{F1}');
  await heading('Help');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Commands' }), 'licen');
  await user.click(await screen.findByRole('button', { name: /Licences/ }));
  await heading('Licences');
  await user.keyboard('?');
  await user.click(await screen.findByRole('link', { name: 'All keyboard shortcuts' }));
  await heading('Keyboard shortcuts');
  expect(screen.queryByRole('heading', { name: 'In the menus' })).toBeNull();
});

test('the app lists the keys of its menus too', async () => {
  const info = answers['host.info'] as () => object;
  renderPage('#/help/keys', { 'host.info': () => ({ ...info(), kind: 'app' }) });
  const menus = await screen.findByRole('region', { name: 'In the menus' });
  expect(within(menus).getByText('Upload files…')).toBeDefined();
  expect(within(menus).getByText('Ctrl+O')).toBeDefined();
});

test('Help can be read before anything is set up, and leads back', async () => {
  renderPage('#/help', {
    'settings.get': () => ({
      settings: { ...settings, profiles: [], activeProfileId: null },
      keysPresent: {},
    }),
  });
  await heading('Help');
  expect(screen.getByRole('link', { name: 'Back to the set-up' }).getAttribute('href')).toBe('#/welcome');
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
});

test('messages are found by their code and by their words', async () => {
  const { user } = renderPage('#/help/messages');
  await heading('Messages');
  await user.type(screen.getByRole('searchbox'), 'cannot be reached');
  await waitFor(() => expect(screen.getAllByRole('term').length).toBeLessThan(8));
  expect(screen.getByText('UNREACHABLE')).toBeDefined();
});

test('what is new is told once after an upgrade', async () => {
  let preferences = { ...settings.preferences, newsSeen: '0.0.9' };
  const { user, inputs } = renderPage('#/home', {
    'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: { p1: true } }),
    'settings.update': ((input: { preferences: Partial<typeof preferences> }) => {
      preferences = { ...preferences, ...input.preferences };
      return { ...settings, preferences };
    }) as never,
  });
  await user.click(await screen.findByRole('link', { name: `What is new in ${version}` }));
  await heading('What is new');
  expect((await screen.findAllByRole('article')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryByRole('link', { name: /What is new in/ })).toBeNull());
  expect(inputs('settings.update')).toEqual([{ preferences: { newsSeen: version } }]);
});

test('nothing is new to whoever just set Sluice up', async () => {
  renderPage('#/home');
  await heading('Home');
  expect(screen.queryByRole('link', { name: /What is new in/ })).toBeNull();
});

const line = '='.repeat(80);
const notices = `Intro.\n\n${line}\nreact@19.0.0 (MIT)\n${line}\n\nThe text of React.\n\n${line}\nzod@4.0.0 (ISC)\n${line}\n\nThe text of Zod.\n`;

test('licences are listed by package, and read one at a time', async () => {
  const { user } = renderPage('#/help/licences', {
    'host.notices': () => ({ pages: notices, programs: null }),
  });
  const pages = await screen.findByRole('region', { name: 'In the pages' });
  expect(within(pages).getByText('2 packages')).toBeDefined();
  expect(screen.getByText(/^Nothing was packaged here/)).toBeDefined();
  await user.type(screen.getByRole('searchbox'), 'isc');
  await waitFor(() => expect(within(pages).queryByText('react@19.0.0')).toBeNull());
  expect(within(pages).queryByText('The text of Zod.')).toBeNull();
  await user.click(within(pages).getByText('zod@4.0.0'));
  expect(await within(pages).findByText('The text of Zod.')).toBeDefined();
});

test('the documentation ships, and its links lead from page to page', async () => {
  const { user } = renderPage('#/help/docs');
  await heading('Documentation');
  await user.click(await screen.findByRole('link', { name: 'packaging.md' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Packaging' })).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'All pages' }));
  // What does not ship is named, and leads nowhere.
  expect(await screen.findByText('decisions')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'decisions' })).toBeNull();
});

test('a page that there is not says so', async () => {
  renderPage('#/help/docs/nothing');
  expect(await screen.findByText('There is no such page')).toBeDefined();
});
