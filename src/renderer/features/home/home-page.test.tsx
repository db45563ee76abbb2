import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Health } from '#shared/bridge/health.ts';
import { aFile, aFolderState, status } from '../../testing/answers.ts';
import { aConnector } from '../../testing/connectors.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { aTeam } from '../../testing/team.ts';

const noKey = {
  about: 'key',
  level: 'trouble',
  code: 'KEY_MISSING',
  message: 'No API key is set for this profile.',
  said: { code: 'KEY_MISSING', values: {} },
  since: null,
  profileId: 'p1',
  folderId: null,
} as never;

function needing(...groups: Health['attention']['groups']) {
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return {
    ...status,
    health: { ...status.health, state: 'attention' as const, attention: { total, groups } },
  };
}

test('Home does not say that everything is done above things to do, and each cause leads to its list', async () => {
  renderPage('#/home', {
    'folders.list': () => [aFolderState()],
    'agent.status': () =>
      needing(
        { code: 'FILE_UNREADABLE', count: 8, place: 'files', folderId: 'f1' as never },
        { code: 'UNKNOWN_TAG', count: 1, place: 'uploads', folderId: null },
      ),
  });
  expect(await screen.findByText('9 things need you. Everything else is done.')).toBeDefined();
  expect(screen.queryByText(/Everything is done/)).toBeNull();
  const navigation = screen.getByRole('navigation');
  expect(within(navigation).getByText('9 need you')).toBeDefined();
  const links = ['8 files', '1 upload'].map((name) =>
    screen.getByRole('link', { name: new RegExp(`^${name}:`) }).getAttribute('href'),
  );
  expect(links).toEqual([
    '#/folders/f1/files?place=attention&reason=FILE_UNREADABLE',
    '#/uploads?state=attention&code=UNKNOWN_TAG',
  ]);
});

test('files of the same bytes are one upload to see to; both numbers are said and lead on', async () => {
  const code = 'UNSUPPORTED_FILE_TYPE';
  renderPage('#/home', {
    'folders.list': () => [aFolderState({ seen: 2, attention: 2, attentionBy: { [code]: 2 } })],
    'agent.status': () => needing({ code, count: 1, place: 'uploads', folderId: 'f1' as never }),
  });
  const href = (link: HTMLElement) => link.getAttribute('href');
  expect(href(await screen.findByRole('link', { name: /^1 upload:/ }))).toBe(
    `#/uploads?state=attention&code=${code}`,
  );
  expect(href(await screen.findByRole('link', { name: '2 files in reports' }))).toBe(
    `#/folders/f1/files?place=attention&reason=${code}`,
  );
});

test('every number of a folder leads to its list', async () => {
  renderPage('#/home', {
    'folders.list': () => [
      aFolderState({
        seen: 1_030,
        searchable: 1_000,
        inProgress: 10,
        ignored: 17,
        attention: 3,
        attentionBy: { UNKNOWN_TAG: 3 },
      }),
    ],
  });
  const row = (await screen.findByRole('link', { name: 'reports' })).closest('tr');
  const links = within(row as HTMLElement)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['reports', '#/folders/f1'],
    ['1,030', '#/folders/f1/files?place=seen'],
    ['1,000', '#/folders/f1/files?place=searchable'],
    ['10', '#/folders/f1/files?place=inProgress'],
    ['17', '#/folders/f1/files?place=ignored'],
    ['3', '#/folders/f1/files?place=attention'],
  ]);
});

test('W2: what waits is said with its reason, and each number leads to exactly those files', async () => {
  const state = aFolderState({
    seen: 3,
    inProgress: 3,
    waiting: 3,
    waitingBy: { 'html-end': 1, quiet: 2 },
  });
  renderPage('#/home', {
    'agent.status': () => ({
      ...status,
      health: { ...status.health, state: 'waiting' as const, waiting: 3 },
    }),
    'folders.list': () => [state],
    'folders.files': () => ({
      total: 1,
      rows: [aFile(1, { place: 'inProgress', reason: 'html-end', dueAt: Date.now() + 60_000 })],
    }),
  });
  expect(await screen.findByText('3 files were found and wait before they are sent.')).toBeDefined();
  const line = await screen.findByText(/^Taken at \d\d:\d\d\.$/);
  expect(line.closest('li')?.textContent).toMatch(
    /^1 file in reports · It ends without <\/html>\. Taken at /,
  );
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('1 file in reports')).toBe('#/folders/f1/files?place=waiting&reason=html-end');
  expect(href('2 files in reports')).toBe('#/folders/f1/files?place=waiting&reason=quiet');
  // Nothing of it is an upload yet.
  const cells = screen.getAllByRole('link', { name: '3' }).map((link) => link.getAttribute('href'));
  expect(cells).toEqual(['#/folders/f1/files?place=seen', '#/folders/f1/files?place=inProgress']);
});

test('W2: what waits is not done, so beside it Home does not say that all the rest is', async () => {
  const { health } = needing({ code: 'UNKNOWN_TAG', count: 1, place: 'uploads', folderId: null });
  renderPage('#/home', {
    'agent.status': () => ({ ...status, health: { ...health, waiting: 1 } }),
    'folders.list': () => [aFolderState({ seen: 2, inProgress: 1, waiting: 1, waitingBy: { 'pdf-end': 1 } })],
  });
  expect(await screen.findByText('1 thing needs you.')).toBeDefined();
  expect(screen.getByRole('link', { name: '1 file in reports' })).toBeDefined();
  expect(screen.queryByText(/Everything else is done/)).toBeNull();
});

test('W2: while uploads are under way, only what is held back is said beside them', async () => {
  renderPage('#/home', {
    'agent.status': () => ({
      ...status,
      counts: { putting: 1 },
      health: { ...status.health, state: 'working' as const },
    }),
    'folders.list': () => [
      aFolderState({ seen: 4, inProgress: 4, waiting: 3, waitingBy: { open: 1, quiet: 2 } }),
    ],
  });
  expect(await screen.findByText(/A program has it open for writing\./)).toBeDefined();
  expect(screen.queryByText(/It changed a moment ago/)).toBeNull();
});

test('what needs a person stands there once a cause, and one button helps all of it', async () => {
  const { user, inputs } = renderPage('#/home', {
    'agent.status': () => needing({ code: 'ENRICHMENT_FAILED', count: 2, place: 'uploads', folderId: null }),
    'uploads.retry': () => ({ count: 2, left: {} }),
  });
  expect(await screen.findByText('The service could not process the document.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Retry 2' }));
  await waitFor(() =>
    expect(inputs('uploads.retry')).toEqual([
      { filter: { profileId: null, states: ['attention'], code: 'ENRICHMENT_FAILED' } },
    ]),
  );
  expect(await screen.findByText('2 uploads changed.')).toBeDefined();
});

test('files that could not be moved after their upload are one notice, with the button that moves them', async () => {
  const failed = {
    ...(noKey as object),
    about: 'folder',
    level: 'attention',
    code: 'AFTER_UPLOAD_FAILED',
    message: '3 uploaded files could not be moved.',
    said: {
      code: 'health.afterUploadFailed',
      values: { count: 3, step: 'move', code: 'AFTER_UPLOAD_FAILED' },
    },
    folderId: 'f1',
  } as never;
  const { user, inputs } = renderPage('#/home', {
    'folders.list': () => [aFolderState()],
    'agent.status': () => ({
      ...status,
      health: { ...status.health, state: 'attention' as const, findings: [failed] },
    }),
    'uploads.retry': () => ({ count: 3, left: {} }),
  });
  expect(await screen.findByText('1 thing needs you. Everything else is done.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Retry 3' }));
  await waitFor(() =>
    expect(inputs('uploads.retry')).toEqual([
      { filter: { profileId: 'p1', code: 'AFTER_UPLOAD_FAILED', folderId: 'f1' } },
    ]),
  );
});

test('a changed file asks, and the answer goes to all that ask', async () => {
  const { user, inputs } = renderPage('#/home', {
    'agent.status': () => needing({ code: 'CHANGED_FILE_ASKS', count: 1, place: 'uploads', folderId: null }),
    'uploads.resolve': () => ({ count: 1, left: {} }),
  });
  await user.click(await screen.findByRole('button', { name: 'Choose…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Replace the old document', hidden: true }));
  await waitFor(() =>
    expect(inputs('uploads.resolve')).toEqual([
      { filter: { profileId: null, states: ['attention'], code: 'CHANGED_FILE_ASKS' }, choice: 'replace' },
    ]),
  );
});

test('shows each file under way, the rate and the time left', async () => {
  renderPage('#/home', {
    'agent.status': () => ({
      ...status,
      health: { ...status.health, state: 'working' as const },
      counts: { putting: 1, enriching: 2, queued: 1_200, processing: 4 },
      active: [{ uploadId: 1, path: '/data/reports/annual.pdf', sentBytes: 5_000_000, size: 10_000_000 }],
      bytesPerSecond: 2_500_000,
      secondsLeft: 4_800,
    }),
  });
  expect(await screen.findByText('annual.pdf')).toBeDefined();
  expect(screen.getByText('5 MB of 10 MB')).toBeDefined();
  expect(screen.getByText('2.5 MB/s')).toBeDefined();
  expect(screen.getByText('1 hr 20 mins')).toBeDefined();
  expect(screen.getByRole('link', { name: /annual\.pdf/ }).getAttribute('href')).toBe('#/uploads?open=1');
  const figures = [...document.querySelectorAll('main dl div')].map((figure) => [
    figure.textContent,
    figure.querySelector('a')?.getAttribute('href'),
  ]);
  expect(figures.slice(0, 3)).toEqual([
    ['Sending3', '#/uploads?state=enriching%2Creserved%2Cputting%2Cverifying'],
    ['Queued1,200', '#/uploads?state=queued'],
    ['Being processed4', '#/uploads?state=processing'],
  ]);
});

test('what waits for another machine of the team is not counted among what is being sent', async () => {
  renderPage('#/home', {
    'agent.status': () => ({
      ...status,
      health: { ...status.health, state: 'working' as const },
      counts: { putting: 1, claiming: 2 },
    }),
  });
  await screen.findByText('Waiting for the team');
  const figures = [...document.querySelectorAll('main dl div')].map(({ textContent }) => textContent);
  expect(figures.slice(0, 4)).toEqual(['Sending1', 'Queued0', 'Waiting for the team2', 'Being processed0']);
});

test('events make the page ask again, many of them once', async () => {
  const { emit, inputs } = renderPage('#/home');
  await screen.findByText('Nothing needs you.');
  const before = inputs('folders.list').length;
  for (let id = 0; id < 1_000; id++) emit('uploads.changed', { ids: [id] });
  await waitFor(() => expect(inputs('folders.list').length).toBe(before + 1));
});

test('a pause that storage asked for names the host and when it ends', async () => {
  const pause = {
    ...(noKey as object),
    about: 'service',
    level: 'held',
    code: 'STORAGE_FAILED',
    message: 'The storage host storage.example asked Sluice to wait.',
    said: { code: 'health.storagePause', values: { host: 'storage.example' } },
    since: Date.UTC(2026, 10, 20, 9, 30),
    until: Date.UTC(2026, 10, 20, 10, 30),
  } as never;
  renderPage('#/home', {
    'agent.status': () => ({ ...status, health: { ...status.health, findings: [pause] } }),
  });
  const notice = await screen.findByText(/storage\.example/);
  expect(notice.textContent).toMatch(/Since .* Until .* at the latest\./);
});

test('a missing key is said with its button', async () => {
  renderPage('#/home', {
    'agent.status': () => ({ ...status, health: { ...status.health, findings: [noKey] } }),
  });
  expect(await screen.findByText('No API key is set for this profile.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Set the key' }).getAttribute('href')).toBe('#/settings/key');
});

test('the pages that are left of the subscription stand beside the rate', async () => {
  renderPage('#/home', {
    'quotas.show': () => ({ subscriptionType: 'quota', units: [], pagesLeft: 9_989, more: {} }),
  });
  expect(await screen.findByRole('link', { name: '9,989 pages left' })).toBeDefined();
});

test('connectors stand beside the folders, each with its last sync', async () => {
  renderPage('#/home', {
    'connectors.list': () => [aConnector({ connector_id: 'c1', label: 'Sell-side mail' })],
  });
  const section = await screen.findByRole('region', { name: 'Connectors' });
  const link = within(section).getByRole('link', { name: 'Sell-side mail' });
  expect(link.getAttribute('href')).toBe('#/connectors/c1');
});

test.each(['reserved', 'putting'])(
  'what an upload sends is seen though its last event came before its first byte (%s)',
  async (state) => {
    let begun = false;
    const sent = { uploadId: 1, path: '/data/reports/large.pdf', sentBytes: 1_000, size: 2_000 };
    renderPage('#/home', {
      'agent.status': () => ({ ...status, counts: { [state]: 1 }, active: begun ? [sent] : [] }),
    });
    const now = await screen.findByRole('region', { name: 'Now' });
    expect(within(now).queryByRole('progressbar')).toBeNull();
    begun = true;
    // No event says that bytes go out.
    expect(await within(now).findByRole('progressbar')).toBeDefined();
  },
);

test('what somebody of the team paused is not said to wait for the person here', async () => {
  renderPage('#/home', {
    'agent.status': () => ({ ...status, paused: false, health: { ...status.health, state: 'paused' } }),
  });
  expect(await screen.findByText(/^Uploads are paused in your team\./)).toBeDefined();
});

const teams = { p1: { state: 'reachable', why: null, code: null, since: null, paused: null } };

test('in a team the requests of all its machines stand against what the team may, beside this one’s', async () => {
  renderPage('#/home', {
    'agent.status': () => ({
      ...status,
      health: { ...status.health, teams },
      budget: { limit: 500, used: 6, heldForMs: 0, waitsUntil: null },
    }),
    'team.show': () => aTeam({ permitted: 90, used: 60 }),
  });
  expect(await screen.findByText(/^60 of 90 in the last minute, all machines/)).toBeDefined();
  expect(screen.getByText('This machine: 6 of 500')).toBeDefined();
});
