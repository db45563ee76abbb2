import { expect, test } from 'vitest';
import { aFolderState } from '../../testing/answers.ts';
import { attentionGroups } from './attention-groups.ts';

const upload = (code: string | null, folderId: string | null = 'f1') => ({ code, folderId });

test('one group a cause, the largest first; those of one folder know it', () => {
  const groups = attentionGroups(
    [upload('UNKNOWN_TAG'), upload('FILE_TOO_LARGE'), upload('FILE_TOO_LARGE', null), upload(null)],
    [],
  );
  expect(groups).toEqual([
    { code: 'FILE_TOO_LARGE', count: 2, local: null, folderId: null },
    { code: 'UNKNOWN_TAG', count: 1, local: null, folderId: 'f1' },
    { code: 'UNEXPECTED', count: 1, local: null, folderId: 'f1' },
  ]);
});

test('local files that wait are added, and none is counted twice', () => {
  const state = aFolderState({ attentionBy: { FILE_UNREADABLE: 3, UNKNOWN_TAG: 1, CHOICE_PENDING: 5 } });
  const groups = attentionGroups([upload('FILE_UNREADABLE'), upload('UNKNOWN_TAG')], [state]);
  expect(groups.map(({ code, count, local }) => [code, count, local !== null])).toEqual([
    ['CHOICE_PENDING', 5, true],
    ['FILE_UNREADABLE', 2, true],
    ['FILE_UNREADABLE', 1, false],
    ['UNKNOWN_TAG', 1, false],
  ]);
});

test('where only the first rows are here, the totals hold', () => {
  expect(attentionGroups([upload('UNKNOWN_TAG')], [], new Map([['UNKNOWN_TAG', 4_000]]))[0]?.count).toBe(
    4_000,
  );
});
