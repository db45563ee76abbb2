import { expect, test } from 'vitest';
import { freeProfileId, profileId } from './profile-id.ts';

test('an id never changes: ledgers of earlier set-ups are found by it', () => {
  expect(profileId('https://service.example', 'Research')).toBe('p-004a363d0a58');
  expect(profileId('https://service.example', 'Other')).not.toBe(
    profileId('https://service.example', 'Research'),
  );
});

test('a new profile never gets the id of one that was renamed or moved to another address', () => {
  const baseUrl = 'https://service.example';
  const id = profileId(baseUrl, 'Research');
  const free = (name: string, url: string) =>
    freeProfileId(baseUrl, 'Research', [{ id, name, baseUrl: url }]);
  expect(free('Research', baseUrl)).toBe(id);
  for (const taken of [free('Research old', baseUrl), free('Research', 'https://elsewhere.example')])
    expect(taken).not.toBe(id);
});
