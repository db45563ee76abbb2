import { expect, test } from 'vitest';
import { listedJobSchema } from '#shared/bridge/documents.ts';
import type { JobPhase, TakenJob } from '../follow-jobs.ts';
import { english, german } from '../testing/voices.ts';
import { jobLine } from './job-text.ts';
import type { Voice } from './words.ts';

const aJob = (given: Partial<TakenJob>) =>
  listedJobSchema.parse({
    id: 1,
    kind: 'share',
    state: 'running',
    add: [],
    remove: [],
    total: 12,
    done: 5,
    failed: 0,
    createdAt: 0,
    finishedAt: null,
    waitsUntil: null,
    askedBy: 'ANNA',
    ...given,
  }) as TakenJob;
const lineOf = (voice: Voice, phase: JobPhase, given: Partial<TakenJob> = {}) =>
  jobLine(aJob(given), phase, voice);

test('work of another machine is told in a line: what, whose, and how much of it', () => {
  expect(lineOf(english, 'taken')).toBe(
    'Sharing with the organization: goes on here with what was started on ANNA; 7 documents are left',
  );
  expect(lineOf(english, 'done', { done: 10, failed: 2 })).toBe(
    'Sharing with the organization, started on ANNA: 10 of 12 done · 2 failed',
  );
  expect(lineOf(english, 'cancelled')).toContain('cancelled after 5 of 12');
  expect(lineOf(english, 'left')).toContain('does not go on here any more, after 5 of 12');
});

test('in German, and with nothing in it that a terminal would obey', () => {
  expect(lineOf(german, 'taken', { done: 11 })).toBe(
    'Mit der Organisation teilen: Hier geht weiter, was auf ANNA gestartet wurde; noch 1 Dokument',
  );
  expect(lineOf(german, 'done', { askedBy: 'EVE\u001b[2J' })).not.toContain('\u001b');
});
