import { expect, test } from 'vitest';
import { inEnglish } from '#shared/sentences/english.ts';
import { german } from '../testing/voices.ts';
import { syncWord } from './sync-text.ts';

test.each([
  ['COMPLETED', 'gelungen', 'succeeded'],
  ['error', 'fehlgeschlagen', 'failed'],
  ['in progress', 'läuft noch', 'still running'],
  ['partially ingested', 'partially ingested', 'partially ingested'],
  [null, undefined, undefined],
])('%s is %s to a German, %s in English', (last_sync_status, inGerman, english) => {
  expect(syncWord({ last_sync_status }, german)).toBe(inGerman);
  expect(syncWord({ last_sync_status }, inEnglish)).toBe(english);
});
