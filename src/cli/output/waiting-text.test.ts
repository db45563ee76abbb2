import { expect, test } from 'vitest';
import { english } from '../testing/voices.ts';
import { waitText } from './waiting-text.ts';

const now = new Date(2026, 10, 22, 14, 3, 0).getTime();

test.each([
  ['pdf-end', now + 130_000, 'It ends without %%EOF. Taken at 14:05:10.'],
  ['html-end', now + 5000, 'It ends without </html>. Taken at 14:03:05.'],
  ['json-end', now + 86_400_000, 'It ends before its JSON does. Taken at 2026-11-23 14:03:00.'],
  ['pdf-end', now - 1, 'It ends without %%EOF. Taken at the next look.'],
  ['open', null, 'A program has it open for writing. Taken once it is closed.'],
  ['changing', null, 'It is still being written. Taken once it is quiet.'],
])('W2: %s says why a file waits and when it goes', (reason, dueAt, text) => {
  expect(waitText({ reason, dueAt }, now, english)).toBe(text);
});

test('what waits for another machine of the team says for which', () => {
  const file = { reason: 'other-machine', dueAt: null, machine: 'FILESRV1' };
  expect(waitText(file, now, english)).toBe(
    'Another machine of the team is sending the same bytes. Goes on when FILESRV1 is done.',
  );
});
