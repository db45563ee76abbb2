import { expect, test } from 'vitest';
import { anUpload } from '#shared/testing/samples.ts';
import { english, german } from '../testing/voices.ts';
import { countsText, uploadLine } from './upload-text.ts';

test.each([
  [1, '1 needs you', '1 braucht Sie'],
  [2, '2 need you', '2 brauchen Sie'],
])('%i uploads that need a person', (attention, inEnglish, inGerman) => {
  expect(countsText({ attention }, english)).toBe(inEnglish);
  expect(countsText({ attention }, german)).toBe(inGerman);
});

test('what waits for the team is counted apart', () => {
  const counts = { queued: 2, claiming: 1, putting: 3 };
  expect(countsText(counts, english)).toBe('2 waiting · 1 waiting for the team · 3 uploading');
  expect(countsText({ claiming: 2 }, german)).toBe('2 warten auf das Team');
});

test('one that waits for another machine of the team says for which, one that it sent by which', () => {
  const waits = anUpload({ id: 1, state: 'claiming', remoteMachine: 'FILESRV1' });
  expect(uploadLine(waits, english)).toMatch(/^waits for FILESRV1 {2}/);
  expect(uploadLine(waits, german)).toMatch(/^wartet auf FILESRV1 {2}/);
  const sent = anUpload({ id: 2, state: 'duplicate', remoteMachine: 'FILESRV1', remoteContentId: 'A1' });
  expect(uploadLine(sent, english)).toMatch(/^duplicate .* sent by FILESRV1$/);
});
