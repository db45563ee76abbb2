import { expect, test } from 'vitest';
import { operations } from '#core/service/operations.ts';
import { inEnglish } from '#shared/sentences/english.ts';

test('the pages call every operation as the registry does', () => {
  for (const [name, { title }] of Object.entries(operations)) {
    const key = `operation.${name}`;
    expect(inEnglish.isKey(key) && inEnglish.say(key)).toBe(title);
  }
});
