import { expect, onTestFinished, test } from 'vitest';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';
import type { NewUpload } from '../ledger/upload-moves.ts';
import { failed } from '../service/answer.ts';
import type { ProfileService } from '../service/profile-service.ts';
import { createDocumentActions } from './document-actions.ts';

const contentId = contentIdSchema.parse('A'.repeat(32));
const upload: NewUpload = {
  profileId: 'p',
  folderId: null,
  path: '/a.txt',
  fileName: 'a.txt',
  size: 4,
  mtimeNs: 1n,
  lane: 0,
  replaces: null,
  options: uploadOptionsSchema.parse({}),
};

test.each([
  { whose: 'another key', standing: { state: 'duplicate', remoteContentId: contentId }, is: 'attention' },
  { whose: 'a former key', standing: { state: 'completed', contentId }, is: 'attention' },
] as const)('the service does not show a document of $whose any more', async ({ standing, is }) => {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const ledger = createSqliteLedger(database, () => 0);
  const [id = 0] = ledger.uploads.addMany([upload]);
  await ledger.uploads.advance(uploadAt(ledger.uploads, id), ['queued'], standing);
  ledger.documents.upsert('p', [{ id: contentId, file_name: 'a.txt', status: 'completed', raw_size: 4 }]);
  const client = { documents: { get: async () => failed('NOT_PERMITTED', 'fix-first') } };
  const service = () => ({ client, links: { forget: async () => undefined } }) as unknown as ProfileService;
  const context = { ledger, service, clock: { now: () => 0 } } as never;
  const actions = createDocumentActions(context, 'p');
  await actions.look(contentId, { priority: 'polling' });
  expect(ledger.uploads.get(id)?.state).toBe(standing.state);
  // After a whole list that did not show it either.
  await actions.look(contentId, { priority: 'polling' }, 1);
  expect(ledger.uploads.get(id)?.state).toBe(is);
});
