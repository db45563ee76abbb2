import { expect, test } from 'vitest';
import { z } from 'zod';
import { pageCalls } from '#shared/bridge/contract.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { settingsSchema } from '#shared/settings/settings.ts';
import { operations } from '../operations.ts';
import type { Operation } from './define.ts';
import { messagesIn, rulesIn } from './rules-in.ts';

const schemas: readonly (z.ZodType | undefined)[] = [
  ...Object.values(operations).flatMap(({ params, body }: Operation) => [params, body]),
  ...Object.values(pageCalls).map(({ input }) => input),
  settingsSchema,
];

test('what a schema says itself is a rule, so that it is said in the language of who reads it', () => {
  const messages = new Set(schemas.flatMap(messagesIn));
  expect([...messages].filter((message) => !inEnglish.isKey(`said.${message}`))).toEqual([]);
  expect(messages.size).toBeGreaterThan(30);
});

test('a message that is a sentence is found, however deep', () => {
  const deep = z.object({
    list: z.array(z.union([z.string().min(1, 'Say something.'), z.number()])).optional(),
  });
  expect(messagesIn(deep)).toEqual(['Say something.']);
  expect(rulesIn(deep)).toEqual([]);
});
