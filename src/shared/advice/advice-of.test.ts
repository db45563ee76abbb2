import { expect, test } from 'vitest';
import { errorCatalog } from '../errors/catalog.ts';
import { explained } from '../errors/explained.ts';
import { commandOf, endOf, leftAlone, retryHelps } from './advice-of.ts';
import { codeOfFailure, processingFailures } from './processing-failures.ts';

test.each([
  ['UNSUPPORTED_FILE_TYPE', 'leave-out', false],
  ['FILE_ENCRYPTED', 'mend', true],
  ['password-protected', 'mend', true],
  ['EXTRACTION_FAILED', 'mend', true],
  ['NO_TEXT_FOUND', 'mend', true],
  ['EMPTY_FILE', 'mend', true],
  ['INTERNAL_ERROR', 'retry', true],
  [null, 'retry', true],
] as const)('the service says %s: what helps is %s', (word, action, retries) => {
  const code = codeOfFailure(word);
  expect(errorCatalog[code].action).toBe(action);
  expect(retryHelps(code)).toBe(retries);
});

test('what differs in what helps has its own sentence', () => {
  const codes = [...new Set(Object.values(processingFailures)), 'ENRICHMENT_FAILED'] as const;
  for (const part of ['happened', 'remedy'] as const)
    expect(new Set(codes.map((code) => explained(code)[part])).size).toBe(codes.length);
});

test('the command that helps is named as it can be typed', () => {
  const upload = { id: 7, code: null, folderId: '3f2a5c1d-77aa', fileName: 'Chart.PNG' };
  expect(commandOf({ ...upload, code: 'FILE_TYPE_UNSUPPORTED' })).toBe(
    "sluice folders edit 3f2a5c1d --leave-out '*.png'",
  );
  expect(commandOf({ ...upload, code: 'FILE_TYPE_UNSUPPORTED', folderId: null })).toBe(
    'sluice uploads cancel 7',
  );
  expect(commandOf({ ...upload, code: 'DOCUMENT_GONE' })).toBe('sluice retry 7');
  expect(commandOf({ ...upload, code: 'DELETE_REFUSED' })).toBe(
    'sluice uploads resolve 7 --choice keep|delete',
  );
  expect(commandOf({ ...upload, code: 'FILE_BEHIND_LINK' })).toBeUndefined();
});

test.each(['TAG_REFUSED', 'UNKNOWN_TAG'] as const)(
  '%s: the tag is mended where it is said, then it is tried again',
  (code) => {
    const upload = { id: 7, code, folderId: '3f2a5c1d-77aa', fileName: 'Chart.PNG' };
    expect(errorCatalog[code].action).toBe('edit-folder');
    expect(retryHelps(code)).toBe(true);
    expect(commandOf(upload)).toBe('sluice retry 7');
    expect(commandOf({ ...upload, folderId: null })).toBe('sluice retry 7');
  },
);

test('what a retry of everything leaves alone', () => {
  expect(leftAlone('all').sort()).toEqual(['DOCUMENT_GONE', 'FILE_TYPE_UNSUPPORTED']);
  expect(leftAlone('these')).toEqual(['FILE_TYPE_UNSUPPORTED']);
});

test.each([
  ['a.PDF', '.pdf'],
  ['.hidden', undefined],
  ['none', undefined],
  ['a.tar.gz', '.gz'],
  ['Q3. and more', undefined],
])('%s ends in %s', (name, end) => {
  expect(endOf(name)).toBe(end);
});
