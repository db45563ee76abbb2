import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { address, aTeam, inTeam } from '../../testing/team.ts';

const section = async () =>
  (await screen.findByRole('heading', { name: 'Team' })).closest('section') as HTMLElement;

test('a machine joins a team: the connection is tested, and the password goes in and is nowhere to be read', async () => {
  const named = { address, certificates: '/etc/ssl/company.pem' };
  const check = { name: 'Team', ok: true, message: 'It answers.' };
  const { user, inputs, container } = renderPage('#/settings/team', {
    'team.test': () => ({ ok: true, checks: [check] }),
    'team.join': () => ({ done: true }),
  });
  const team = within(await section());
  await user.type(
    team.getByLabelText('Address of the team’s database'),
    'postgres://anna:secret@team.example/x',
  );
  await user.click(team.getByRole('button', { name: 'Join' }));
  expect(await team.findByText(/^This is no such address/)).toBeDefined();
  await user.clear(team.getByLabelText('Address of the team’s database'));
  await user.type(team.getByLabelText('Address of the team’s database'), address);
  await user.type(team.getByLabelText('What the others call this machine'), 'ANNA');
  await user.type(team.getByLabelText('File with certificates (PEM)'), ' /etc/ssl/company.pem ');
  await user.type(team.getByLabelText('Password for the database'), 'canary-password');
  await user.click(team.getByRole('button', { name: 'Test the connection' }));
  expect(await team.findByText('It answers.')).toBeDefined();
  await user.click(team.getByRole('button', { name: 'Join' }));
  await waitFor(() =>
    expect(inputs('team.join')).toEqual([
      { ...named, machine: 'ANNA', password: 'canary-password', shownProfileId: 'p1' },
    ]),
  );
  expect(inputs('team.test')).toEqual([{ ...named, password: 'canary-password' }]);
  await waitFor(() => expect(team.getByLabelText('Password for the database')).toHaveProperty('value', ''));
  expect(container.ownerDocument.documentElement.outerHTML).not.toContain('canary-password');
});

test('a machine leaves its team after asking', async () => {
  const { user, inputs } = renderPage('#/settings/team', {
    'settings.get': () => inTeam,
    'team.show': () => ({ ...aTeam(), setting: { address, machine: 'ANNA', passwordKept: true } }),
    'team.leave': () => ({ done: true }),
  });
  const team = within(await section());
  expect(await team.findByText(/^A password is kept/)).toBeDefined();
  expect(team.getByLabelText('Address of the team’s database')).toHaveProperty('value', address);
  expect(team.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await user.click(team.getByRole('button', { name: 'Leave the team' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(inputs('team.leave')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Leave the team' }));
  await waitFor(() => expect(inputs('team.leave')).toEqual([{ shownProfileId: 'p1' }]));
});

test('the file of certificates in force is shown, and taken away by emptying its field', async () => {
  const certificates = '/etc/ssl/company.pem';
  const profiles = inTeam.settings.profiles.map((one) => ({ ...one, team: { ...one.team, certificates } }));
  const { user, inputs } = renderPage('#/settings/team', {
    'settings.get': () => ({ ...inTeam, settings: { ...inTeam.settings, profiles } }),
    'team.show': () => aTeam(),
    'team.join': () => ({ done: true }),
  });
  const team = within(await section());
  const field = team.getByLabelText('File with certificates (PEM)');
  expect(field).toHaveProperty('value', certificates);
  await user.clear(field);
  await user.click(team.getByRole('button', { name: 'Save' }));
  const emptied = { address, machine: null, certificates: null, shownProfileId: 'p1' };
  await waitFor(() => expect(inputs('team.join')).toEqual([emptied]));
});
