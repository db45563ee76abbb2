import { expect, test } from 'vitest';
import type { ContentId } from '#shared/ids/ids.ts';
import { answered, failed } from '../service/answer.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { type StrandedContext, sweepStranded } from './sweep-stranded.ts';

const size = 10;

/** One file whose machine is gone, and what the service says of its document. Whether it counts as landed. */
async function isRecorded(says: Partial<DocumentRecord> | 'absent' | 'broken'): Promise<boolean> {
  const contentId = contentIdOf('A');
  const recorded: (ContentId | null)[] = [];
  const context = {
    clock: { now: () => 0 },
    client: {
      documents: {
        async get(id: ContentId) {
          if (says === 'broken') return failed('SERVICE_FAILED', 'retry');
          if (says === 'absent') return failed('DOCUMENT_NOT_FOUND', 'never');
          return answered({ id, ...says });
        },
      },
    },
    team: {
      lead: async () => ({ lost: new AbortController().signal, leave: () => undefined }),
      stranded: async () => ({ files: [{ contentId, size }] }),
      async recordLanded(_scope: string, file: { contentId: ContentId | null }) {
        recorded.push(file.contentId);
        return 'written';
      },
    },
    scope: async () => 'scope',
  } as unknown as StrandedContext;
  await sweepStranded(context, new AbortController().signal);
  return recorded.length > 0;
}

test.each<[string, Parameters<typeof isRecorded>[0], boolean]>([
  ['all its bytes', { status: 'completed', raw_size: size }, true],
  ['its bytes, and is at it', { status: 'processing' }, true],
  ['its bytes, and waits', { status: 'pending', raw_size: size }, true],
  ['a document of another size', { status: 'completed', raw_size: 9 }, false],
  ['other bytes so far', { status: 'pending', raw_size: 9 }, false],
  ['a document of 0 bytes', { status: 'completed', raw_size: 0 }, false],
  ['an empty slot', { status: 'pending', raw_size: 0 }, false],
  ['something it says nothing of', {}, false],
  ['nothing, it says', 'absent', false],
  ['no answer', 'broken', false],
])('what a machine that is gone was sending: the service has %s', async (_what, says, isLanded) => {
  expect(await isRecorded(says)).toBe(isLanded);
});
