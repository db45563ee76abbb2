import { MutationCache, QueryCache } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aConnector, broker, library } from '../../testing/connectors.ts';
import { Refusal } from '../../testing/fake-host.ts';
import { renderPage } from '../../testing/render-page.tsx';

afterEach(() => vi.restoreAllMocks());

test('email: addresses become chips, are checked, and sharing is off unless switched on', async () => {
  const { user, inputs } = renderPage('#/connectors/new', {
    'connectors.create': () => aConnector(),
    'connectors.show': () => aConnector(),
  });
  await user.click(await screen.findByRole('button', { name: 'Create it' }));
  expect(screen.getByText('Give it a label.')).toBeDefined();
  expect(screen.getByText('Add at least one address.')).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: 'Label' }), 'Inbox');
  const senders = screen.getByLabelText(/^Allowed senders/, { selector: 'input' });
  await user.type(senders, 'ann@example.com, ANN@example.com, nobody{Enter}');
  expect(screen.getByText('nobody is no e-mail address.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Create it' }));
  expect(inputs('connectors.create')).toEqual([]);
  await user.type(senders, '{Backspace}');
  await user.type(senders, 'ben@example.com');
  await user.click(screen.getByRole('checkbox', { name: 'Translate the content' }));
  await user.click(screen.getByRole('button', { name: 'Create it' }));
  await waitFor(() =>
    expect(inputs('connectors.create')).toEqual([
      {
        type: 'email',
        label: 'Inbox',
        description: '',
        share: false,
        enrichments: ['translation'],
        allowedEmails: ['ann@example.com', 'ben@example.com'],
        shownProfileId: 'p1',
      },
    ]),
  );
  await waitFor(() => expect(location.hash).toBe('#/connectors/c1'));
});

test('S2: the broker password is sent once and kept nowhere in the page, refused or taken', async () => {
  const canary = 'canary-Pa55word';
  const kept: { state: unknown }[] = [];
  const keep = (cache: typeof MutationCache | typeof QueryCache) => {
    const add = cache.prototype.add as (item: unknown) => void;
    vi.spyOn(cache.prototype as { add: typeof add }, 'add').mockImplementation(function (
      this: unknown,
      item,
    ) {
      kept.push(item as { state: unknown });
      return add.call(this, item);
    });
  };
  keep(MutationCache);
  keep(QueryCache);
  let refuse = true;
  const { user, inputs } = renderPage('#/connectors/new?type=investment_research', {
    'connectors.create': () => {
      if (refuse) throw new Refusal('REFUSED_AS_INVALID', 'The service refused the request as invalid.');
      return broker;
    },
    'connectors.show': () => broker,
  });
  await user.type(await screen.findByRole('textbox', { name: 'Label' }), 'Broker');
  await user.type(screen.getByRole('textbox', { name: 'User' }), 'ann');
  const send = () => user.click(screen.getByRole('button', { name: 'Create it' }));
  await send();
  expect(screen.getByText('User and password are needed.')).toBeDefined();
  expect(inputs('connectors.create')).toEqual([]);

  const password = screen.getByLabelText(/^Password/) as HTMLInputElement;
  await user.type(password, canary);
  await send();
  expect(await screen.findByText('The service refused the request as invalid.')).toBeDefined();
  expect(password.value).toBe('');
  expect(screen.getByText(/type it again/)).toBeDefined();
  expect(inputs('connectors.create')).toHaveLength(1);
  await send();
  expect(inputs('connectors.create')).toHaveLength(1);

  refuse = false;
  await user.type(password, canary);
  await send();
  await waitFor(() => expect(location.hash).toBe('#/connectors/c2'));
  expect(inputs('connectors.create')).toHaveLength(2);
  expect(inputs('connectors.create')[1]).toMatchObject({
    type: 'investment_research',
    share: false,
    broker: { userId: 'ann', password: canary },
  });
  expect(kept.length).toBeGreaterThan(2);
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(canary);
  expect(document.documentElement.outerHTML).not.toContain(canary);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])).not.toContain(canary);
});

test('a document library cannot be made here, and the page says why', async () => {
  const { user } = renderPage('#/connectors/new');
  await user.click(await screen.findByRole('radio', { name: /Document library/ }));
  expect(screen.getByText('A document library cannot be created here')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Create it' })).toBeNull();
});

test('an edit sends every field, with what the form was opened with', async () => {
  const shown = aConnector({ enrichments: ['translation', 'summaries'] });
  const { user, inputs } = renderPage('#/connectors/c1/edit', {
    'connectors.show': () => shown,
    'connectors.update': () => shown,
  });
  const label = await screen.findByRole('textbox', { name: 'Label' });
  await user.clear(label);
  await user.type(label, 'Mail');
  await user.click(screen.getByRole('checkbox', { name: 'Find the reporting company' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(inputs('connectors.update')).toHaveLength(1));
  expect(inputs('connectors.update')[0]).toEqual({
    connectorId: 'c1',
    label: 'Mail',
    description: 'Notes from brokers',
    share: false,
    enrichments: ['reporting_entities', 'translation', 'summaries'],
    seen: {
      updatedAt: '2026-01-06T09:00:00Z',
      lastSyncAt: null,
      label: 'Inbox',
      description: 'Notes from brokers',
      share: false,
      enrichments: ['translation', 'summaries'],
      allowedEmails: ['ann@example.com'],
      archived: false,
    },
  });
  expect(await screen.findByText(/the service kept the enrichments as they were/)).toBeDefined();
});

test('the types that take no senders and no password offer none', async () => {
  renderPage('#/connectors/c2/edit', { 'connectors.show': () => broker });
  expect(await screen.findByText(/were fixed when the connector was created/)).toBeDefined();
  expect(screen.queryByLabelText(/^Allowed senders/)).toBeNull();
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
});

test('changed meanwhile: says what, and leaves the choice', async () => {
  let now = library;
  const { user, inputs } = renderPage('#/connectors/c3/edit', {
    'connectors.show': () => now,
    'connectors.update': (({ seen }: { seen: { description: string } }) => {
      if (seen.description !== now.description) throw new Refusal('CONFLICT', 'It conflicts.');
      return now;
    }) as never,
  });
  const label = await screen.findByRole('textbox', { name: 'Label' });
  await user.type(label, ' of ours');
  now = { ...library, description: 'Changed by Zoe', updated_at: '2026-02-01T00:00:00Z' };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const alert = await screen.findByRole('alert', { name: /changed since you opened it/ });
  expect(
    within(alert).getByRole('row', { name: /Description Changed by Zoe Notes from brokers/ }),
  ).toBeDefined();
  expect((label as HTMLInputElement).value).toBe('Library of ours');
  await user.click(within(alert).getByRole('button', { name: 'Save mine all the same' }));
  await waitFor(() => expect(location.hash).toBe('#/connectors/c3'));
  expect(inputs('connectors.update')).toHaveLength(2);
  expect(inputs('connectors.update')[1]).toMatchObject({
    label: 'Library of ours',
    description: 'Notes from brokers',
    seen: { description: 'Changed by Zoe' },
  });
});

test('changed meanwhile: theirs can be loaded instead', async () => {
  let now = library;
  const { user } = renderPage('#/connectors/c3/edit', {
    'connectors.show': () => now,
    'connectors.update': () => {
      throw new Refusal('CONFLICT', 'It conflicts.');
    },
  });
  await user.type(await screen.findByRole('textbox', { name: 'Label' }), ' of ours');
  now = { ...library, label: 'Theirs', updated_at: '2026-02-01T00:00:00Z' };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Discard mine and load theirs' }));
  const label = await screen.findByRole('textbox', { name: 'Label' });
  expect((label as HTMLInputElement).value).toBe('Theirs');
});
