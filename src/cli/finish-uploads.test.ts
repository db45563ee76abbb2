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
