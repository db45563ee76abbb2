import { expect, test } from 'vitest';
import { pageCalls } from './contract.ts';

test.each([
  ['folders.edit', { folderId: 'a', changes: { paused: true } }],
  ['settings.update', { preferences: { theme: 'dark' } }],
  ['network.save', { exceptions: 'localhost' }],
  ['profiles.save', { profile: { id: 'a', name: 'Renamed' } }],
] as const)('%s changes only what is given', (name, input) => {
  expect(pageCalls[name].input.parse(input)).toEqual(input);
});

test('uploads.counts may leave out the states that no upload is in', () => {
  expect(pageCalls['uploads.counts'].output.parse({ completed: 1 })).toEqual({ completed: 1 });
});
