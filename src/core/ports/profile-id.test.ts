import { expect, test } from 'vitest';
import { profileId } from './profile-id.ts';

test('an id never changes: ledgers of earlier set-ups are found by it', () => {
  expect(profileId('https://service.example', 'Research')).toBe('p-004a363d0a58');
  expect(profileId('https://service.example', 'Other')).not.toBe(
    profileId('https://service.example', 'Research'),
  );
});
