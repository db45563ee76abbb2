import { expect, test } from 'vitest';
import { operations } from '#core/service/operations.ts';

/** Named by its address, because the pages are compiled as a project of their own. */
const messages = new URL('../../src/renderer/lib/i18n/messages/operations.ts', import.meta.url).href;

test('every operation has a title in both languages, the English one of the registry', async () => {
  const titles = Object.fromEntries(
    Object.entries(operations).map(([name, { title }]) => [`operation.${name}`, title]),
  );
  const { operationsMessages } = (await import(messages)) as {
    operationsMessages: { en: Record<string, string>; de: Record<string, string> };
  };
  expect(operationsMessages.en).toEqual(titles);
  expect(Object.keys(operationsMessages.de).toSorted()).toEqual(Object.keys(titles).toSorted());
});
