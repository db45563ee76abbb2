import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/fake-host.ts';
import { renderPage } from '../../testing/render-page.tsx';

const all = [
  { id: 'T1', name: 'Energy', file_count: 3 },
  { id: 'T2', name: 'from:ann@example.com', file_count: 1 },
  { id: 'T3', name: 'from:ben@example.com', file_count: 9 },
  { id: 'T4', name: 'broker:Alpha' },
];
const beginning = (({ prefix = '' }: { prefix?: string }) =>
  all.filter(({ name }) => name.startsWith(prefix))) as never;

test('tags stand in groups, with their documents', async () => {
  const { user } = renderPage('#/tags', { 'tags.list': beginning });
  const senders = await screen.findByRole('table', { name: 'From a sender (from:)' });
  const rows = () => within(senders).getAllByRole('row').slice(1);
  expect(rows().map((row) => row.textContent)).toEqual(['from:ann@example.com1', 'from:ben@example.com9']);
  await user.click(screen.getByRole('radio', { name: 'Documents' }));
  await waitFor(() => expect(rows()[0]?.textContent).toBe('from:ben@example.com9'));
  const link = screen.getByRole('link', { name: /Documents with the tag Energy$/ });
  expect(link.getAttribute('href')).toBe('#/documents?tag=Energy');
  expect(screen.getByRole('link', { name: /Documents with the tag broker:Alpha$/ }).textContent).toBe(
    'Show documents',
  );
});

test('the beginning of a name is sent to the service, and is kept in the address', async () => {
  const { user, inputs } = renderPage('#/tags', { 'tags.list': beginning });
  await user.click(await screen.findByRole('button', { name: 'from:' }));
  await waitFor(() => expect(inputs('tags.list')).toContainEqual({ prefix: 'from:' }));
  await waitFor(() => expect(screen.queryByText('Energy')).toBeNull());
  expect(location.hash).toBe('#/tags?prefix=from%3A');
  await user.type(screen.getByRole('searchbox', { name: 'Name begins with' }), 'zoe');
  expect(await screen.findByText('No tag begins with “from:zoe”')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('Energy')).toBeDefined();
});

test('a tag is created after its name was looked at', async () => {
  const { user, inputs } = renderPage('#/tags', {
    'tags.list': beginning,
    'tags.create': (({ name }: { name: string }) => ({ id: 'T9', name, existed: false })) as never,
  });
  await screen.findByText('Energy');
  const name = screen.getByRole('textbox', { name: 'Name of the new tag' });
  const create = () => user.click(screen.getByRole('button', { name: 'Create tag' }));
  await create();
  expect(screen.getByText('Type a name.')).toBeDefined();
  await user.type(name, 'from:');
  expect(screen.getByText('Type what comes after “from:”.')).toBeDefined();
  await user.clear(name);
  await user.type(name, ' ENERGY');
  expect(screen.getByText(/There is a tag “Energy”, which differs only/)).toBeDefined();
  await user.clear(name);
  await user.type(name, ' Metals ');
  await create();
  await waitFor(() => expect(inputs('tags.create')).toEqual([{ name: 'Metals' }]));
  expect(await screen.findByText('The tag “Metals” was created.')).toBeDefined();
  expect((name as HTMLInputElement).value).toBe('');
});

test('a name that is there already is said, and offered', async () => {
  const { user } = renderPage('#/tags', {
    'tags.list': beginning,
    'tags.create': () => ({ id: 'T1', name: 'Energy', existed: true }),
  });
  await user.type(await screen.findByRole('textbox', { name: 'Name of the new tag' }), 'Energy{Enter}');
  expect(await screen.findByText(/There is a tag “Energy” already/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Show its documents' }).getAttribute('href')).toBe(
    '#/documents?tag=Energy',
  );
});

test('thousands of tags are drawn a hundred at a time', async () => {
  const many = Array.from({ length: 250 }, (_, index) => ({ id: `T${index}`, name: `tag ${index}` }));
  const { user } = renderPage('#/tags', { 'tags.list': () => many });
  const table = await screen.findByRole('table', { name: 'Other tags' });
  expect(within(table).getAllByRole('row')).toHaveLength(101);
  await user.click(screen.getByRole('button', { name: 'Show 100 more' }));
  await user.click(screen.getByRole('button', { name: 'Show 50 more' }));
  expect(within(table).getAllByRole('row')).toHaveLength(251);
});

test('none yet says what to do, and a failure what happened', async () => {
  const { unmount } = renderPage('#/tags', { 'tags.list': () => [] });
  expect(await screen.findByText('No tags yet')).toBeDefined();
  unmount();
  renderPage('#/tags', {
    'tags.list': () => {
      throw new Refusal('UNREACHABLE', 'The service cannot be reached.');
    },
  });
  expect(await screen.findByText('The service cannot be reached.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
