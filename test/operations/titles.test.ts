import { expect, test } from 'vitest';
import { operations } from '#core/service/operations.ts';
import { operationsMessages } from '../../src/renderer/lib/i18n/messages/operations.ts';

test('every operation has a title in both languages, the English one of the registry', () => {
  const titles = Object.fromEntries(
    Object.entries(operations).map(([name, { title }]) => [`operation.${name}`, title]),
  );
  expect(operationsMessages.en).toEqual(titles);
  expect(Object.keys(operationsMessages.de).toSorted()).toEqual(Object.keys(titles).toSorted());
});
