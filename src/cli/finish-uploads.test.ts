import { expect, test } from 'vitest';
import { summarize } from './finish-uploads.ts';
import { anUpload } from './testing/fake-core.ts';

test('T-14: what is withdrawn before it is sent again is not counted as sent', () => {
  const before = { size: 4, landedAt: 1_000 };
  expect(summarize([anUpload(1, 'cancelling', before)])).toMatchObject({ uploads: 1, waiting: 1, bytes: 0 });
  expect(summarize([anUpload(1, 'processing', before)])).toMatchObject({ processing: 1, bytes: 4 });
  expect(summarize([anUpload(1, 'cancelled', before)])).toMatchObject({ failed: 1, bytes: 0 });
  expect(summarize([anUpload(1, 'queued', before)])).toMatchObject({ waiting: 1, bytes: 0 });
});

test('a duplicate whose bytes are not at the service yet counts as the upload that has them', () => {
  const duplicate = anUpload(2, 'duplicate', { duplicateOf: 1 });
  const with1 = (...rest: [Parameters<typeof anUpload>[1], { landedAt: number | null }?]) =>
    summarize([duplicate], [anUpload(1, ...rest)]);
  expect(with1('queued')).toMatchObject({ duplicates: 0, waiting: 1, failed: 0 });
  expect(with1('attention', { landedAt: null })).toMatchObject({ duplicates: 0, waiting: 0, failed: 1 });
  expect(with1('attention', { landedAt: 1_000 })).toMatchObject({ duplicates: 1, failed: 0 });
  expect(with1('completed')).toMatchObject({ duplicates: 1, waiting: 0, failed: 0 });
  expect(summarize([duplicate])).toMatchObject({ duplicates: 1 });
});
