import { expect, test } from 'vitest';
import { events, pageCalls } from './contract.ts';
import { callNames, eventNames } from './names.ts';

test('the names of the preload are those of the contract: run `node scripts/bridge-names.ts` after changing it', () => {
  expect(callNames).toEqual(Object.keys(pageCalls));
  expect(eventNames).toEqual(Object.keys(events));
});
