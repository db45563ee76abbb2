import { expect, test } from 'vitest';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { anUpload } from '../../testing/answers.ts';
import { isExpired } from './is-expired.ts';

const day = 24 * 60 * 60_000;
const noStore = uploadOptionsSchema.parse({ noStore: true });

test('a no_store document expires 24 hours after it was finished, any other never', () => {
  const upload = anUpload({ id: 1, options: noStore, finishedAt: 1_000 });
  expect(isExpired(upload, 1_000 + day - 1)).toBe(false);
  expect(isExpired(upload, 1_000 + day)).toBe(true);
  expect(isExpired(anUpload({ id: 1, finishedAt: 1_000 }), 1_000 + day)).toBe(false);
  expect(isExpired(anUpload({ id: 1, options: noStore, state: 'attention', finishedAt: 1 }), day * 2)).toBe(
    false,
  );
});

test('one that was gone when it was first looked at says so', () => {
  expect(isExpired(anUpload({ id: 1, options: noStore, remoteStatus: 'expired', finishedAt: 9 }), 10)).toBe(
    true,
  );
});
