import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { profileSchema } from '#shared/settings/profile.ts';
import { aFolderState, anUpload, folder, settings, status } from '../testing/answers.ts';
import { renderPage } from '../testing/render-page.tsx';

const desk = profileSchema.parse({ id: 'p2', name: 'Second desk', baseUrl: 'https://desk.example' });
/** The folder and its uploads go to Research (p1), and the other profile is active. */
const two = {
  'settings.get': () => ({
    settings: {
      ...settings,
      profiles: [...settings.profiles, desk],
      activeProfileId: desk.id,
      folders: [folder],
    },
    keysPresent: { p1: true, p2: true },
  }),
  'agent.status': () => ({ ...status, profile: desk }),
  'folders.list': () => [aFolderState()],
  'uploads.list': () => ({ total: 1, rows: [anUpload({ id: 7 })] }),
  'uploads.show': () => ({ upload: anUpload({ id: 7 }), events: [] }),
};

test.each([
  ['its row', '#/folders'],
  ['its page', '#/folders/f1'],
  ['Home', '#/home'],
  ['its form', '#/folders/f1/edit'],
])('where the files of a folder go is said in %s, whichever profile is active', async (_where, address) => {
  renderPage(address, two);
  expect(await screen.findByText('Goes to Research')).toBeDefined();
  expect(screen.queryByText('Goes to Second desk')).toBeNull();
});

test('with one profile it is said once, on the page of the folder', async () => {
  renderPage('#/folders', { 'folders.list': () => [aFolderState()] });
  expect(await screen.findByRole('link', { name: 'reports' })).toBeDefined();
  expect(screen.queryByText(/Goes to/)).toBeNull();
});

test.each([
  ['#/home', 'of all profiles'],
  ['#/uploads', 'of all profiles'],
  ['#/documents', 'of Second desk'],
])('%s says in its head what it shows: %s', async (address, words) => {
  renderPage(address, {
    ...two,
    'documents.query': (() => ({ total: 0, rows: [] })) as never,
    'documents.mirror': (() => undefined) as never,
    'documents.refresh': (() => ({})) as never,
  });
  const heading = await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(within(heading.parentElement as HTMLElement).getByText(words)).toBeDefined());
});

test('the drawer of an upload says where it goes', async () => {
  renderPage('#/uploads?open=7', two);
  const drawer = within(await screen.findByRole('dialog'));
  const term = await drawer.findByText('Goes to');
  expect(term.nextElementSibling?.textContent).toBe('Research');
});

test('Settings says which folders go to which profile, and that the active one changes nothing for them', async () => {
  renderPage('#/settings', two);
  expect(await screen.findByText('Watch folders: reports')).toBeDefined();
  expect(screen.getByText(/A watch folder keeps its own, whichever is active\./)).toBeDefined();
  expect(screen.queryByText(/Uploads go to the active one/)).toBeNull();
});

test('a new folder goes to the active profile, or to the one that is chosen', async () => {
  const { user, inputs } = renderPage('#/folders/new', { ...two, 'folders.add': () => folder });
  const choice = await screen.findByRole('combobox', { name: 'Goes to' });
  expect((choice as HTMLSelectElement).value).toBe('p2');
  await user.selectOptions(choice, 'Research');
  await user.type(screen.getByRole('combobox', { name: 'Folder' }), '/data/new');
  await user.click(screen.getByRole('button', { name: 'Start watching' }));
  await waitFor(() => expect(inputs('folders.add')).toMatchObject([{ folder: { profileId: 'p1' } }]));
});

test('the sidebar says that its profile is the active one, where there are several', async () => {
  renderPage('#/folders', two);
  expect(await screen.findByText('Active: Second desk')).toBeDefined();
});
