import { expect, test } from 'vitest';
import { isArchived } from './is-archived.ts';

test('one that is being removed counts once: among the active ones until it is gone', () => {
  expect(isArchived({ archived: true, activity: { kind: 'removal', since: 1 } })).toBe(false);
  expect(isArchived({ archived: true, activity: null })).toBe(true);
  expect(isArchived({ archived: false })).toBe(false);
  expect(isArchived({ archived: null, activity: { kind: 'sync', since: 1 } })).toBe(false);
});
