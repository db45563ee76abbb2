import { expect, test } from 'vitest';
import { createSentences } from '../sentences/sentences.ts';
import { said } from './said.ts';
import { speak } from './speak.ts';

const locale = { 'said.health.native': '{everyMs}' } as Parameters<typeof createSentences>[1];

test.each([
  ['en', 500, '500 milliseconds'],
  ['en', 1_000, '1 second'],
  ['en', 600_000, '10 minutes'],
  ['de', 1_000, '1 Sekunde'],
  ['de', 90_000, '90 Sekunden'],
  ['de', 600_000, '10 Minuten'],
])('in a sentence a length of time is spelled out: %s, %d ms', (language, everyMs, text) => {
  expect(speak(createSentences(language, locale), said('health.native', { everyMs }))).toBe(text);
});
