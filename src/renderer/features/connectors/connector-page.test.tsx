import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aConnector, broker, library } from '../../testing/connectors.ts';
import { Refusal } from '../../testing/fake-host.ts';
import { renderPage } from '../../testing/render-page.tsx';

test('an inbox shows its address to copy, who may send, and that it has no sync', async () => {
  const { user } = renderPage('#/connectors/c1', { 'connectors.show': () => aConnector() });
  expect(await screen.findByText('in-7f3a@inbox.example')).toBeDefined();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy the address' }));
  expect(write).toHaveBeenCalledWith('in-7f3a@inbox.example');
  expect(await screen.findByText('Copied.')).toBeDefined();
  expect(screen.getByText('ann@example.com')).toBeDefined();
  expect(screen.getByText(/nothing to sync/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Show its documents' }).getAttribute('href')).toBe(
    '#/documents?connector=c1',
  );
});

test('to stop collecting keeps the documents, is asked about, and is not beside the deletion', async () => {
  let archived = false;
  const { user, inputs } = renderPage('#/connectors/c2', {
    'connectors.show': () => ({ ...broker, archived }),
    'connectors.archive': () => {
      archived = true;
      return { ...broker, archived };
    },
  });
  const stop = await screen.findByRole('button', { name: 'Stop collecting' });
  const remove = screen.getByRole('button', { name: 'Delete everything…' });
  expect(stop.closest('section')).not.toBe(remove.closest('section'));
  await user.click(stop);
  const dialog = await screen.findByRole('dialog', { name: 'Stop “Broker” from collecting?' });
  expect(within(dialog).getByText(/all its documents stay/)).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Stop collecting' }));
  await waitFor(() => expect(inputs('connectors.archive')).toEqual([{ connectorId: 'c2' }]));
  expect(await screen.findByText(/It is archived: nothing new comes in/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Stop collecting' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull();
});

test('everything is deleted only after its label was typed, in the background', async () => {
  const { user, inputs } = renderPage('#/connectors/c3', {
    'connectors.show': () => library,
    'connectors.delete': () => ({ accepted: true }),
    'connectors.list': () => [{ ...library, activity: { kind: 'removal', since: Date.now() } }],
  });
  await user.click(await screen.findByRole('button', { name: 'Delete everything…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Delete “Library” and everything/ });
  expect(within(dialog).getByText(/in the background/)).toBeDefined();
  expect(within(dialog).getByText(/It holds 40 documents now/)).toBeDefined();
  const confirm = within(dialog).getByRole('button', { name: 'Delete everything for good' });
  expect(confirm).toHaveProperty('disabled', true);
  await user.type(within(dialog).getByRole('textbox'), 'library');
  expect(confirm).toHaveProperty('disabled', true);
  await user.clear(within(dialog).getByRole('textbox'));
  await user.type(within(dialog).getByRole('textbox'), 'Library{Enter}');
  await waitFor(() => expect(inputs('connectors.delete')).toEqual([{ connectorId: 'c3' }]));
  await waitFor(() => expect(location.hash).toBe('#/connectors'));
  expect(await screen.findByText('Being removed')).toBeDefined();
});

test('while it is being removed there is nothing left to do with it', async () => {
  renderPage('#/connectors/c3', {
    'connectors.show': () => ({ ...library, activity: { kind: 'removal', since: Date.now() } }),
  });
  expect(await screen.findByText(/in the background, and then the connector/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /Delete|Stop|Sync now/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('one that is gone says so', async () => {
  renderPage('#/connectors/c9', {
    'connectors.show': () => {
      throw new Refusal('NOT_FOUND', 'The service has nothing under this id.');
    },
  });
  expect(await screen.findByText('There is no such connector')).toBeDefined();
});

test('a type nobody knows is shown as it is called, and can be synced', async () => {
  const { user, inputs } = renderPage('#/connectors/c3', {
    'connectors.show': () => ({ ...library, type: 'dropbox' }),
    'connectors.sync': () => ({}),
  });
  expect((await screen.findAllByText('Other: dropbox')).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Sync now' }));
  await waitFor(() => expect(inputs('connectors.sync')).toEqual([{ connectorId: 'c3' }]));
});
