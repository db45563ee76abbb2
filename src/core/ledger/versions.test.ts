import { expect, onTestFinished, test } from 'vitest';
import { sendingStates } from '#shared/uploads/open-states.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { openDatabase } from './database.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';
import { uploadAt } from './testing/upload-at.ts';

const version = {
  profileId: 'p',
  folderId: null,
  path: '/a.pdf',
  fileName: 'a.pdf',
  size: 1,
  mtimeNs: 1n,
  lane: 0,
  replaces: null,
  options: uploadOptionsSchema.parse({ changed: 'replace' }),
};

test.each(sendingStates)(
  'a version that may still become a document (%s) is not taken for replaced',
  async (state) => {
    const database = openDatabase(':memory:');
    onTestFinished(() => database.close());
    const { uploads } = createSqliteLedger(database, () => 1);
    const [older = 0] = uploads.addMany([version]);
    const [newer = 0] = uploads.addMany([{ ...version, replaces: older }]);
    await uploads.advance(uploadAt(uploads, older), ['queued'], { state });
    await uploads.advance(uploadAt(uploads, newer), ['queued'], { state: 'completed' });
    expect(uploads.settleVersion(uploadAt(uploads, newer))).toBe(false);
    expect(uploads.get(older)).toMatchObject({ state, replacedBy: null });
    await uploads.advance(uploadAt(uploads, older), [state], { state: 'attention' });
    expect(uploads.settleVersion(uploadAt(uploads, newer))).toBe(true);
    expect(uploads.get(older)).toMatchObject({ state: 'cancelled', replacedBy: newer });
  },
);
