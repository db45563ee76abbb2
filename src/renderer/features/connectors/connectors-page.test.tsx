import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Connector } from '#shared/bridge/connectors.ts';
import { aConnector, broker, library } from '../../testing/connectors.ts';
import { Refusal } from '../../testing/fake-host.ts';
import { renderPage } from '../../testing/render-page.tsx';

const inbox = aConnector();
const old = aConnector({ connector_id: 'c4', label: 'Old inbox', archived: true });
const listing = (list: Connector[]) => ({ 'connectors.list': () => list });

const names = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);

test('every fact of a connector is in its row', async () => {
  renderPage('#/connectors', listing([inbox, broker, library]));
  const table = await screen.findByRole('grid');
  const row = (name: string) =>
    within(table).getByRole('link', { name }).closest('[role=row]')?.textContent ?? '';
  expect(row('Inbox')).toMatch(/Notes from brokers.*Email.*ann.*Only the owner.*Translate the content.*12/);
  expect(row('Inbox')).toContain('By itself');
  expect(row('Broker')).toMatch(
    /Investment research.*None.*Failed.*0 items.*The broker refused the password\./,
  );
  expect(row('Library')).toMatch(/Document library \(sharepoint\).*zoe.*With the organization/);
  expect(row('Library')).toMatch(/Ended.*7 items.*The service says “partially_synced”.*40/);
  expect(within(table).getByRole('link', { name: '40' }).getAttribute('href')).toBe(
    '#/documents?connector=c3',
  );
});

test('columns sort both ways, archived ones stand apart, and the address keeps both', async () => {
  const { user } = renderPage('#/connectors', listing([library, inbox, broker, old]));
  await screen.findByRole('grid');
  expect(names()).toEqual(['Broker', 'Inbox', 'Library']);
  await user.click(screen.getByRole('button', { name: 'Documents' }));
  expect(names()).toEqual(['Library', 'Inbox', 'Broker']);
  await user.click(screen.getByRole('button', { name: 'Documents' }));
  expect(names()).toEqual(['Broker', 'Inbox', 'Library']);
  expect(screen.getByRole('columnheader', { name: 'Documents' }).getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('radio', { name: 'Archived (1)' }));
  await waitFor(() => expect(names()).toEqual(['Old inbox']));
  expect(location.hash).toBe('#/connectors?show=archived&sort=files');
});

test('what the service adds by itself appears within half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let list = [inbox];
  renderPage('#/connectors', { 'connectors.list': () => list });
  await screen.findByRole('link', { name: 'Inbox' });
  list = [inbox, library];
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  expect(screen.queryByRole('link', { name: 'Library' })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(await screen.findByRole('link', { name: 'Library' })).toBeDefined();
});

test('by keyboard: down to a connector and into it, and back to where one was', async () => {
  const { user } = renderPage('#/connectors', {
    ...listing([inbox, broker, library]),
    'connectors.show': () => library,
  });
  (await screen.findByRole('grid')).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(await screen.findByRole('heading', { name: 'Library' })).toBeDefined();
  history.back();
  const grid = await screen.findByRole('grid');
  await waitFor(() => expect(document.activeElement).toBe(grid));
  await user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(location.hash).toBe(`#/connectors/${inbox.connector_id}`));
});

test('what a row asks for does not open the row', async () => {
  const { user } = renderPage('#/connectors', {
    ...listing([broker]),
    'connectors.sync': () => ({ status: 'accepted' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Sync “Broker” now' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sync “Broker”' });
  await user.click(within(dialog).getByLabelText('Collect again from'));
  expect(location.hash).toBe('#/connectors');
});

test('nothing there yet: says what to do', async () => {
  renderPage('#/connectors', listing([]));
  expect(await screen.findByText('No connectors yet')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Create connector' }).getAttribute('href')).toBe(
    '#/connectors/new',
  );
});

test('only archived ones: says so where the active would be', async () => {
  renderPage('#/connectors', listing([old]));
  expect(await screen.findByText('No active connectors')).toBeDefined();
});

test('a service without a list says so; known ones and an id still open', async () => {
  const { user } = renderPage('#/connectors', {
    'connectors.list': () => {
      throw new Refusal('NO_SUCH_OPERATION', 'This deployment of the service does not have this operation.');
    },
    'connectors.known': () => [broker],
    'connectors.show': () => library,
  });
  expect(await screen.findByText('This service has no list of connectors')).toBeDefined();
  expect(await screen.findByRole('link', { name: 'Broker' })).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: 'Connector id' }), 'c3{Enter}');
  expect(await screen.findByRole('heading', { name: 'Library' })).toBeDefined();
});

test('a refused key is explained, with the way to set it', async () => {
  renderPage('#/connectors', {
    'connectors.list': () => {
      throw new Refusal('KEY_REJECTED', 'The service did not accept the API key.');
    },
  });
  expect(await screen.findByText('The service did not accept the API key.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Set the key' }).getAttribute('href')).toBe('#/settings/key');
});

test('investment research is synced from a day on; a library at once; both are told of', async () => {
  const { user, inputs, emit } = renderPage('#/connectors', {
    ...listing([inbox, broker, aConnector({ ...library, activity: null })]),
    'connectors.sync': () => ({ status: 'accepted' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Sync “Library” now' }));
  await waitFor(() => expect(inputs('connectors.sync')).toEqual([{ connectorId: 'c3' }]));
  await user.click(screen.getByRole('button', { name: 'Sync “Broker” now' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sync “Broker”' });
  const day = within(dialog).getByLabelText('Collect again from');
  expect((day as HTMLInputElement).value).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  await user.clear(day);
  await user.click(within(dialog).getByRole('button', { name: 'Sync from this day' }));
  expect(inputs('connectors.sync')).toHaveLength(1);
  await user.type(day, '2025-12-01');
  await user.click(within(dialog).getByRole('button', { name: 'Sync from this day' }));
  await waitFor(() =>
    expect(inputs('connectors.sync')).toContainEqual({ connectorId: 'c2', dateLimit: '2025-12-01' }),
  );
  const ended = { kind: 'sync', how: 'done', label: 'Broker', status: 'success', count: 5, error: null };
  emit('connectors.changed', { connectorId: 'c2', ended });
  expect(await screen.findByText('“Broker” was synced: 5 items.')).toBeDefined();
  emit('connectors.changed', {
    connectorId: 'c2',
    ended: { ...ended, status: 'failed', error: 'The broker is closed.' },
  });
  expect(
    await screen.findByText('The sync of “Broker” failed. The service says: The broker is closed.'),
  ).toBeDefined();
});

test('a sync under way is asked for again only after a question', async () => {
  const { user, inputs } = renderPage('#/connectors', {
    ...listing([aConnector({ ...library, activity: { kind: 'sync', since: Date.now() } })]),
    'connectors.sync': () => ({}),
  });
  expect(await screen.findByText('Syncing')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Sync “Library” now' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ask for another sync?' });
  expect(inputs('connectors.sync')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Ask again' }));
  await waitFor(() => expect(inputs('connectors.sync')).toHaveLength(1));
});

test('a refused sync is explained where it was asked for', async () => {
  const { user } = renderPage('#/connectors', {
    ...listing([library]),
    'connectors.sync': () => {
      throw new Refusal('CONFLICT', 'The service says this conflicts with what it holds.');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Sync “Library” now' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sync “Library”' });
  expect(within(dialog).getByText(/conflicts with what it holds/)).toBeDefined();
});

test('one that is being removed stays in sight, and can no longer be synced', async () => {
  renderPage(
    '#/connectors',
    listing([aConnector({ ...library, archived: true, activity: { kind: 'removal', since: Date.now() } })]),
  );
  expect(await screen.findByText('Being removed')).toBeDefined();
  for (const name of ['Active (1)', 'Archived (0)', 'All (1)'])
    expect(screen.getByRole('radio', { name })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Sync “/ })).toBeNull();
});
