import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { version } from '#shared/version.ts';
import { profile, settings, status } from '../../testing/answers.ts';
import { Refusal } from '../../testing/fake-host.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { aTeam } from '../../testing/team.ts';

test('a key goes in, is tested, and is nowhere to be read afterwards', async () => {
  const { user, inputs, container } = renderPage('#/settings/key', {
    'key.set': () => ({ done: true }),
    'key.test': () => ({
      ok: true,
      checks: [{ name: 'key', ok: true, message: 'The service accepts the key.' }],
    }),
  });
  await user.type(await screen.findByLabelText('New key'), 'canary-key-123');
  await user.click(screen.getByRole('button', { name: 'Set' }));
  expect(await screen.findByText('The service accepts the key.')).toBeDefined();
  expect(inputs('key.set')).toEqual([{ profileId: 'p1', key: 'canary-key-123' }]);
  expect(screen.getByLabelText('New key')).toHaveProperty('value', '');
  expect(container.ownerDocument.documentElement.outerHTML).not.toContain('canary-key-123');
});

test('limits are saved in the profile’s units, and nothing else of it', async () => {
  const { user, inputs } = renderPage('#/settings', { 'profiles.save': () => profile });
  await user.type(await screen.findByLabelText('Upload limit (KB/s)'), '750');
  const buttons = screen.getAllByRole('button', { name: 'Save' });
  await user.click(buttons.find((button) => !button.hasAttribute('disabled')) as HTMLElement);
  await waitFor(() =>
    expect(inputs('profiles.save')).toEqual([
      { profile: { id: 'p1', requestsPerMinute: 500, uploadsAtOnce: 10, uploadBandwidth: 750_000 } },
    ]),
  );
});

test('in a team its limits are named where this machine’s own are set', async () => {
  const teams = { p1: { state: 'reachable', why: null, code: null, since: null, paused: null } };
  renderPage('#/settings', {
    'agent.status': () => ({ ...status, health: { ...status.health, teams } }),
    'team.show': () => aTeam({ permitted: 90, places: 4 }),
  });
  expect(await screen.findByText(/: 90 requests a minute and 4 uploads at once\./)).toBeDefined();
});

test('theme and language take effect at once, and only they change', async () => {
  let preferences = settings.preferences;
  const { user, inputs } = renderPage('#/settings', {
    'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: { p1: true } }),
    'settings.update': ((input: { preferences: Partial<typeof preferences> }) => {
      preferences = { ...preferences, ...input.preferences };
      return { ...settings, preferences };
    }) as never,
  });
  await user.click(await screen.findByRole('radio', { name: 'Dark' }));
  await waitFor(() => expect(document.documentElement.dataset.mantineColorScheme).toBe('dark'));
  await user.click(screen.getByRole('radio', { name: 'Deutsch' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Einstellungen' })).toBeDefined();
  expect(document.documentElement.lang).toBe('de');
  expect(inputs('settings.update')).toEqual([
    { preferences: { theme: 'dark' } },
    { preferences: { language: 'de' } },
  ]);
});

const appThat = (canStartAtLogin: boolean) => ({
  'host.info': () => ({
    kind: 'app' as const,
    version,
    platform: 'linux',
    canPickFolder: true,
    canShowInFolder: true,
    canStartAtLogin,
  }),
});

test('a start at login is offered where the app can have it', async () => {
  const { user, inputs } = renderPage('#/settings', appThat(true));
  await user.click(await screen.findByRole('switch', { name: 'Start when I sign in' }));
  await waitFor(() => expect(inputs('settings.update')).toEqual([{ preferences: { startAtLogin: true } }]));
});

test('a start at login that would do nothing is not offered', async () => {
  renderPage('#/settings', appThat(false));
  await screen.findByText('Notify me');
  expect(screen.queryByText('Start when I sign in')).toBeNull();
});

test('a bandwidth window is added and saved', async () => {
  const { user, inputs } = renderPage('#/settings');
  await user.click(await screen.findByRole('button', { name: 'Add a window' }));
  const buttons = screen.getAllByRole('button', { name: 'Save' });
  await user.click(buttons.find((button) => !button.hasAttribute('disabled')) as HTMLElement);
  await waitFor(() =>
    expect(inputs('settings.update')).toEqual([
      { bandwidthSchedule: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', bytesPerSecond: 500_000 }] },
    ]),
  );
});

test('diagnostics say what was found', async () => {
  const { user } = renderPage('#/settings/diagnostics', {
    'agent.doctor': () => ({
      ok: false,
      checks: [{ name: 'disk', ok: false, message: 'Only 20 MB are free.' }],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  expect(await screen.findByText('Only 20 MB are free.')).toBeDefined();
  expect(screen.getByLabelText('Not well')).toBeDefined();
});

test('settings from a file: what they bring is shown, and what is here is replaced only where asked', async () => {
  const report = {
    addedProfiles: ['Archive'],
    addedFolders: ['/data/archive'],
    conflicts: [
      { kind: 'profile' as const, name: 'Research' },
      { kind: 'preferences' as const, name: '' },
    ],
    skipped: [{ name: '/tmp/samples', why: 'sandbox' as const }],
    leftOut: [{ kind: 'keyFrom' as const, name: 'Archive' }],
    changes: [
      {
        action: 'add' as const,
        kind: 'profile' as const,
        name: 'Archive',
        after: { baseUrl: 'https://archive.example', agentsUrl: null },
      },
      {
        action: 'change' as const,
        kind: 'profile' as const,
        name: 'Research',
        field: 'baseUrl',
        before: 'https://here.example',
        after: 'https://elsewhere.example',
      },
    ],
  };
  const { user, inputs, container } = renderPage('#/settings/files', { 'settings.import': () => report });
  await screen.findByRole('button', { name: 'Import…' });
  const choose = () =>
    user.upload(
      container.querySelector('input[type=file][accept*=json]') as HTMLInputElement,
      new File(['{"version":1}'], 'sluice-settings.json', { type: 'application/json' }),
    );
  await choose();
  const dialog = await screen.findByRole('dialog', { name: 'Import settings' });
  for (const text of [
    'Archive (https://archive.example)',
    'the location of the key of Archive',
    '/data/archive',
    'Research; https://here.example → https://elsewhere.example',
    'Look, language and notifications',
  ])
    expect(dialog.textContent).toContain(text);
  expect(dialog.textContent).toContain('/tmp/samples: belongs to the sandbox of the other computer');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(inputs('settings.import')).toMatchObject([{ mode: 'look' }]);

  await choose();
  await user.click(await screen.findByRole('radio', { name: 'Replace these by what the file says' }));
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByText('The settings were imported.');
  expect(inputs('settings.import').at(-1)).toEqual({ text: '{"version":1}', mode: 'replace' });
});

test('an export contains what the user chose, not what follows the defaults', async () => {
  const stored = { ...settings, folders: [{ id: 'f1', path: '/data/reports', profileId: 'p1' }] };
  const saved: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob), revokeObjectURL: () => undefined });
  onTestFinished(() => {
    vi.restoreAllMocks();
    Object.assign(URL, { createObjectURL, revokeObjectURL });
  });
  const { user } = renderPage('#/settings/files', { 'settings.export': () => stored as never });
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.parse(await (saved[0] as Blob).text())).toEqual(stored);
});

test('a file that holds no settings is refused in words', async () => {
  const { user, container } = renderPage('#/settings/files', {
    'settings.import': () => {
      throw new Refusal(
        'IMPORT_INVALID',
        'This file holds no settings that Sluice can take over: it is not JSON.',
      );
    },
  });
  await screen.findByRole('button', { name: 'Import…' });
  const input = container.querySelector('input[type=file][accept*=json]') as HTMLInputElement;
  await user.upload(input, new File(['nonsense'], 'x.json', { type: 'application/json' }));
  expect(await screen.findByText(/holds no settings that Sluice can take over/)).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a profile that leads elsewhere than its documents asks which service it is, and a new one only after a second word', async () => {
  const { user, inputs } = renderPage('#/settings', {
    'settings.get': () => ({
      settings,
      keysPresent: { p1: true },
      movedFrom: { p1: 'https://former.example' },
    }),
    'ledger.settleService': () => ({ done: true }),
  });
  expect(await screen.findByText(/https:\/\/former\.example/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Another service' }));
  expect(inputs('ledger.settleService')).toEqual([]);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Another service' }));
  await waitFor(() =>
    expect(inputs('ledger.settleService')).toEqual([{ profileId: 'p1', choice: 'another-service' }]),
  );
});
