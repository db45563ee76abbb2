import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { aMachine, aTeam, inTeam } from '../../testing/team.ts';

const row = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;
const done = () => ({ done: true });

test('each machine with what waits on it and its share of the requests, and what they do together', async () => {
  renderPage('#/team', {
    'settings.get': () => inTeam,
    'team.show': () => aTeam(),
  });
  const anna = await row('ANNA-LAPTOP');
  expect(within(anna).getByText('this machine')).toBeDefined();
  expect(within(anna).getByText('20%')).toBeDefined();
  expect(within(await row('FILESRV1')).getByText('1,200')).toBeDefined();
  expect(screen.getByText('400 of 500')).toBeDefined();
  expect(screen.getByText('3 of 10')).toBeDefined();
  expect(screen.getByText('12,345')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Team' }).getAttribute('aria-current')).toBe('page');
});

test('the page is in navigation only where there is a team, and says what one is where there is none', async () => {
  renderPage('#/team', { 'team.show': () => ({ setting: null, trouble: null, team: null }) });
  expect(await screen.findByText('This machine works alone')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Join a team' }).getAttribute('href')).toBe('#/settings/team');
  expect(within(screen.getByRole('navigation')).queryByRole('link', { name: 'Team' })).toBeNull();
});

test('the team is paused after asking, by keyboard too, and resumed without', async () => {
  let paused = false;
  const by = { by: 'ANNA-LAPTOP', since: Date.now(), ofAll: true };
  const { user, inputs } = renderPage('#/team', {
    'settings.get': () => inTeam,
    'team.show': () => aTeam({ paused: paused ? by : null }),
    'team.pause': (input: { paused: boolean }) => {
      paused = input.paused;
      return done();
    },
  });
  (await screen.findByRole('button', { name: 'Pause the team' })).focus();
  await user.keyboard('{Enter}');
  // The harmless button has the focus.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await user.keyboard('{Enter}');
  expect(inputs('team.pause')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Pause the team' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Pause the team' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the team' }));
  await screen.findByRole('button', { name: 'Pause the team' });
  expect(inputs('team.pause')).toEqual([
    { whom: null, paused: true },
    { whom: null, paused: false },
  ]);
});

test('one machine is paused after asking, and who paused it is said', async () => {
  const paused = { by: 'ANNA-LAPTOP', since: Date.now(), ofAll: false };
  const { user, inputs } = renderPage('#/team', {
    'settings.get': () => inTeam,
    'team.show': () =>
      aTeam({
        machines: [
          aMachine('ANNA-LAPTOP'),
          aMachine('BEN', { paused, alive: false, seenAt: Date.now() - 60_000 }),
        ],
      }),
    'team.pause': done,
  });
  const ben = await row('BEN');
  expect(within(ben).getByText('Paused by ANNA-LAPTOP')).toBeDefined();
  expect(within(ben).getByText(/^Last seen /)).toBeDefined();
  await user.click(within(ben).getByRole('button', { name: 'Resume BEN' }));
  await user.click(screen.getByRole('button', { name: 'Pause ANNA-LAPTOP' }));
  expect(await screen.findByText('Pause ANNA-LAPTOP?')).toBeDefined();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Pause' }));
  await waitFor(() =>
    expect(inputs('team.pause')).toEqual([
      { whom: 'ben', paused: false },
      { whom: 'anna-laptop', paused: true },
    ]),
  );
});

test('a pause of this machine and one of the whole team say who and since when', async () => {
  const since = new Date().setHours(0, 0, 0, 0);
  const { rerender: _ } = renderPage('#/team', {
    'settings.get': () => inTeam,
    'team.show': () =>
      aTeam({ machines: [aMachine('ANNA-LAPTOP', { paused: { by: 'BEN', since, ofAll: false } })] }),
  });
  expect(await screen.findByText('BEN paused this machine (00:00)')).toBeDefined();
});

test('a database that is away, and one that refuses, say why and what goes on', async () => {
  renderPage('#/team', {
    'settings.get': () => inTeam,
    'team.show': () => ({
      ...aTeam(),
      team: null,
      trouble: { why: 'network', code: 'ECONNREFUSED', since: new Date().setHours(14, 2, 0, 0) },
    }),
  });
  expect(await screen.findByText(/^The team’s database has been out of reach since 14:02$/)).toBeDefined();
  expect(screen.getByText(/Nothing answers where the team's database should be/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Settings of the team' }).getAttribute('href')).toBe(
    '#/settings/team',
  );
  expect(screen.queryByRole('table')).toBeNull();
});

test('an older copy of the database is refused, and what is known of the team stays', async () => {
  renderPage('#/team', {
    'settings.get': () => inTeam,
    'team.show': () => ({ ...aTeam(), trouble: { why: 'restored', code: null, since: null } }),
  });
  expect(await screen.findByText('The team takes nothing from this machine')).toBeDefined();
  expect(screen.getByText(/an older copy of itself/)).toBeDefined();
  expect(await row('FILESRV1')).toBeDefined();
});

test('files that only a machine has which is gone are named with it, and how many more there are', async () => {
  const by = aMachine('BEN');
  const seenAt = new Date().setHours(9, 30, 0, 0);
  const files = [
    { fileName: 'orrin-q3.pdf', size: 1_500_000, by, seenAt },
    { fileName: null, size: 10, by, seenAt },
  ];
  renderPage('#/team', {
    'settings.get': () => inTeam,
    'team.show': () => aTeam({ stranded: { total: 5, bytes: 2_000_000, files } }),
  });
  expect(await screen.findByText('orrin-q3.pdf')).toBeDefined();
  expect(screen.getByText('A file without a name')).toBeDefined();
  expect(screen.getAllByText('only on BEN, last seen 09:30')).toHaveLength(2);
  expect(screen.getByText('and 3 more')).toBeDefined();
  expect(screen.getByText(/^5 files wait for their machines, 2 MB, and are sent/)).toBeDefined();
});

test('no machine has joined yet', async () => {
  renderPage('#/team', { 'settings.get': () => inTeam, 'team.show': () => aTeam({ machines: [] }) });
  expect(await screen.findByText('No machine has joined yet')).toBeDefined();
});

test('in German', async () => {
  renderPage('#/team', {
    'settings.get': () => ({
      ...inTeam,
      settings: { ...inTeam.settings, preferences: { ...inTeam.settings.preferences, language: 'de' } },
    }),
    'team.show': () => aTeam(),
  });
  expect(await screen.findByRole('button', { name: 'Team anhalten' })).toBeDefined();
  expect(screen.getByText('400 von 500')).toBeDefined();
});
