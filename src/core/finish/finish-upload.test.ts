import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { uploadAt } from '../ledger/testing/upload-at.ts';
import { answered } from '../service/answer.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { type FinishContext, finishUpload } from './finish-upload.ts';
import { createSetUp, hashOf } from './testing/after-upload-fixture.ts';

const setUp = createSetUp(onTestFinished);
const contentId = contentIdOf('A');
const { signal } = new AbortController();

/** A file whose bytes another machine of the team sent, in a folder that deletes what is uploaded. */
async function duplicateOfOther(says: Partial<DocumentRecord>) {
  const made = setUp({ afterUpload: 'delete' });
  const { at, contextWith, folder, ledger, put } = made;
  put('a.txt', 'bytes');
  const upload = {
    profileId: 'p',
    folderId: 'f',
    path: at('a.txt'),
    fileName: 'a.txt',
    size: 5,
    mtimeNs: 1n,
  };
  const options = uploadOptionsSchema.parse({});
  const [id = 0] = ledger.uploads.addMany([{ ...upload, lane: 0, replaces: null, options }]);
  const ended = { state: 'duplicate', remoteContentId: contentId, sha256: hashOf('bytes') } as const;
  await ledger.uploads.advance(uploadAt(ledger.uploads, id), ['queued'], { ...ended, afterState: 'pending' });
  const asked: string[] = [];
  const documents = {
    async get(wanted: string) {
      asked.push(wanted);
      return answered({ id: contentId, ...says } as DocumentRecord);
    },
  };
  const context = {
    profile: { id: 'p' },
    client: { documents },
    clock: createTurnedClock(),
    ledger,
    logger: silentLogger,
    asides: contextWith(),
    folder: () => folder,
  } as unknown as FinishContext;
  return { ...made, asked, finish: () => finishUpload(context, uploadAt(ledger.uploads, id), signal) };
}

test('W18: one request shows that the document of another machine is whole, and the file goes', async () => {
  const { asked, files, finish } = await duplicateOfOther({ status: 'completed', raw_size: 5 });
  expect(await finish()).toBe(true);
  expect(files()).toEqual({});
  expect(asked).toEqual([contentId]);
});

test('W18: the file stays while the document of another machine is processed, or has other bytes', async () => {
  for (const says of [{ status: 'processing' }, { status: 'completed', raw_size: 4 }] as const) {
    const { files, finish } = await duplicateOfOther(says);
    expect(await finish()).not.toBe(true);
    expect(files()).toEqual({ 'a.txt': 'bytes' });
  }
});
