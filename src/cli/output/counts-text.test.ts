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
  const failed = { ...sent, code: 'AFTER_UPLOAD_FAILED', detail: 'EACCES' };
  expect(uploadLine(failed, english)).toContain('EACCES');
});

test('one whose document is shared otherwise than its folder shares says so', () => {
  const duplicate = (share: boolean, detail: string | null) => {
    const upload = anUpload({ id: 2, state: 'duplicate', duplicateOf: 1, detail });
    return uploadLine({ ...upload, options: { ...upload.options, share } }, english);
  };
  expect(duplicate(false, null)).toMatch(/same bytes as upload 1$/);
  expect(duplicate(false, 'shared')).toMatch(/upload 1, whose document is shared with your organization$/);
  expect(duplicate(true, 'private')).toMatch(/upload 1, whose document only you see$/);
});

test('one whose step after the upload failed says so, and nothing about sharing', () => {
  const failed = { state: 'duplicate', duplicateOf: 1, code: 'AFTER_UPLOAD_FAILED', detail: 'why' } as const;
  const line = uploadLine(anUpload({ id: 2, ...failed }), english);
  expect(line).toMatch(/the step after the upload failed\. \(why\)$/);
});

test('one that ended because its file was replaced, or it or its document deleted, says so', () => {
  const ended = { id: 1, state: 'cancelled', detail: null } as const;
  const replaced = anUpload({ ...ended, detail: 'replaced by a newer version' });
  expect(uploadLine(replaced, english)).toMatch(/ {2}a newer version of the file replaced it$/);
  expect(uploadLine(replaced, german)).toMatch(/ {2}durch eine neuere Fassung der Datei ersetzt$/);
  const deletedByHand = anUpload({ ...ended, detail: 'deleted at the service' });
  expect(uploadLine(deletedByHand, english)).toMatch(/ {2}its document was deleted$/);
  expect(uploadLine(deletedByHand, german)).toMatch(/ {2}ihr Dokument wurde gelöscht$/);
  const deleted = anUpload({ ...ended, code: 'FILE_GONE', remoteStatus: 'completed' });
  expect(uploadLine(deleted, english)).toMatch(/ {2}the file was deleted, and its document too$/);
  const neverThere = anUpload({ ...ended, code: 'FILE_GONE', remoteStatus: null });
  expect(uploadLine(neverThere, english)).toMatch(/ {2}The file is not there, or not any more\.$/);
});
