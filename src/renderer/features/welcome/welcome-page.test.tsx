import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { defaultSettings } from '#shared/settings/settings.ts';
import { Refusal } from '../../testing/fake-host.ts';
import { emptyPreview, folder, profile, settings } from '../../testing/answers.ts';
import { renderPage } from '../../testing/render-page.tsx';

const isNew = { 'settings.get': () => ({ settings: defaultSettings(), keysPresent: {} }) };

test('a new person is welcomed at any address; the sandbox leads to its samples, a preview and the first upload', async () => {
  let current = defaultSettings();
  const { user, inputs } = renderPage('#/uploads', {
    'settings.get': () => ({ settings: current, keysPresent: {} }),
    'host.startSandbox': () => {
      current = settings;
      return { profileId: 'p1' };
    },
    'host.samplesFolder': () => ({ path: '/data/samples' }),
    'folders.preview': () => ({
      ...emptyPreview,
      seen: 17,
      upload: 15,
      uploadBytes: 62_000,
      ignored: 2,
      ignoredBy: { 'ignored-name': 2 },
    }),
    'folders.add': () => folder,
  });
  await user.click(await screen.findByRole('button', { name: 'Try it now' }));
  expect(await screen.findByText('15 files will be uploaded (62 kB).')).toBeDefined();
  expect(screen.getByText(/2 – Temporary and system files are left out/)).toBeDefined();
  expect(screen.getByText(/sharing with your organization is off/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Start uploading' }));
  await waitFor(() => expect(location.hash).toBe('#/home'));
  expect(inputs('folders.add')).toEqual([{ folder: { path: '/data/samples', profileId: 'p1' } }]);
});

test('a path that is still being typed is no drive that went, and each step begins in its first field', async () => {
  const { user } = renderPage('#/welcome', {
    ...isNew,
    'profiles.save': () => profile,
    'profiles.use': () => ({ done: true }),
    'key.set': () => ({ done: true }),
    'key.test': () => ({ ok: true, checks: [] }),
    'folders.preview': () => {
      throw new Refusal('FOLDER_MISSING', 'The watch folder is not there.');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Connect' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Address of the service'));
  await user.keyboard('https://service.example');
  await user.type(screen.getByLabelText('API key'), 'key{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Continue'));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(await screen.findByRole('combobox', { name: 'Folder' }));
  await user.keyboard('/data/re');
  expect(await screen.findByText('There is no folder at this path.')).toBeDefined();
  expect(screen.queryByText(/Reconnect the drive/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Start uploading' })).toHaveProperty('disabled', true);
});

test('connecting checks every permission and says in words what is not well; a second try changes the same profile', async () => {
  let wrong = true;
  const { user, inputs } = renderPage('#/welcome', {
    ...isNew,
    'profiles.save': () => profile,
    'profiles.use': () => ({ done: true }),
    'key.set': () => ({ done: true }),
    'key.test': () => ({
      ok: !wrong,
      checks: [
        {
          name: 'key accepted',
          ok: !wrong,
          message: wrong ? 'Check the key and set it again.' : 'Accepted.',
        },
      ],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Connect' }));
  await user.click(screen.getByRole('button', { name: 'Check the connection' }));
  expect(screen.getByText(/An address begins with/)).toBeDefined();
  expect(inputs('profiles.save')).toEqual([]);

  await user.type(screen.getByLabelText('Address of the service'), 'https://service.example/');
  await user.type(screen.getByLabelText('API key'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Check the connection' }));
  expect(await screen.findByText('Check the key and set it again.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Continue anyway' })).toBeDefined();

  wrong = false;
  await user.clear(screen.getByLabelText('API key'));
  await user.type(screen.getByLabelText('API key'), 'right');
  await user.click(screen.getByRole('button', { name: 'Check the connection' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/Nothing is uploaded before/)).toBeDefined();
  expect(inputs('key.set')).toEqual([
    { profileId: 'p1', key: 'wrong' },
    { profileId: 'p1', key: 'right' },
  ]);
  expect(inputs('profiles.save')).toMatchObject([
    { profile: { baseUrl: 'https://service.example', agentsUrl: null } },
    { profile: { id: 'p1' } },
  ]);
});

test('a key goes to no other address than the one it was typed for', async () => {
  const { user, inputs } = renderPage('#/welcome', {
    ...isNew,
    'profiles.use': () => ({ done: true }),
    'key.set': () => ({ done: true }),
    'profiles.save': (({ profile: given }: { profile: object }) => ({
      ...profile,
      ...given,
      id: 'p1',
    })) as never,
    'key.test': () => ({
      ok: false,
      checks: [{ name: 'key accepted', ok: false, message: 'Check the key and set it again.' }],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Connect' }));
  await user.type(screen.getByLabelText('Address of the service'), 'https://one.example');
  await user.type(screen.getByLabelText('API key'), 'the key');
  await user.click(screen.getByRole('button', { name: 'Check the connection' }));
  await screen.findByRole('button', { name: 'Continue anyway' });
  await user.clear(screen.getByLabelText('Address of the service'));
  await user.type(screen.getByLabelText('Address of the service'), 'https://two.example');
  await user.click(screen.getByRole('button', { name: 'Check the connection' }));
  expect(inputs('profiles.save')).toHaveLength(1);
  expect(inputs('key.set')).toEqual([{ profileId: 'p1', key: 'the key' }]);
});

test('who is set up already sees the page they asked for', async () => {
  renderPage('#/home', { 'settings.get': () => ({ settings, keysPresent: { p1: true } }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeDefined();
});
