import { expect, test } from 'vitest';
import type { ClaimAnswer, LetGo, StrandedFile } from '#core/ports/team.ts';
import type { UploadEvent } from '#shared/bridge/uploads.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { answered, failed } from '../service/answer.ts';
import type { Absence } from '../service/presence.ts';
import { claimFromTeam } from './claim-from-team.ts';
import type { UploadContext } from './job.ts';
import { type KeeperContext, keeperOf } from './keeper-of.ts';
import { landedAtLatestMs, lateLandingMs } from './landing.ts';
import { type StrandedContext, sweepStranded } from './sweep-stranded.ts';

/** A team that answers oddly, late, or about another document, and a service that says what it is given. */
const now = 1_000_000;
const { signal } = new AbortController();
const bytes = { scope: 'own', sha256: 'aa', size: 10 };
const by = { agent: 'b', name: 'BEN' };
const row = {
  id: 1,
  uuid: 'u',
  profileId: 'p',
  folderId: null,
  fileName: 'a.txt',
  sha256: bytes.sha256,
  state: 'claiming',
  contentId: 'A' as ContentId,
  options: { share: true, tags: [], duplicates: 'skip', changed: 'new-document' },
} as unknown as UploadRow;
const claim = { ...bytes, upload: 'u', epoch: 3 };
const landed = { kind: 'landed', by, contentId: 'B' as ContentId, scope: 'circle', ageMs: 0 } as const;

/** The looks before this one, over a minute. */
const lookedInVain: [ContentId, Absence][] = [['B' as ContentId, { since: now - 60_000, looks: 3 }]];

/** What a claim comes to, by the answers of the team in their order. */
async function claimed(
  answers: readonly ClaimAnswer[],
  record?: object,
  original?: string,
  known?: object,
  mayGoOn?: (written: number) => Promise<void>,
  looked: readonly [ContentId, Absence][] = lookedInVain,
) {
  let looks = 0;
  const asked: boolean[] = [];
  const patches: object[] = [];
  const note = (patch: object) => patches.push(patch) > 0;
  let left = 0;
  const forgotten: ContentId[] = [];
  const context = {
    absent: new Map(looked),
    clock: { now: () => now },
    ledger: {
      documents: { get: () => known, upsert: () => 0, tellFailed: () => undefined },
      team: {
        listReleases: () => [],
        claimed: (_row: unknown, _bytes: unknown, _claim: unknown, patch: object) => note(patch),
        notClaimed: (_row: unknown, _sha256: unknown, patch: object) => note(patch),
        standsFor: (_row: unknown, _bytes: unknown, patch: object) => note(patch),
      },
    },
    client: {
      documents: {
        list: async () => answered([]),
        get: async () => {
          looks += 1;
          return record ? answered(record) : failed('DOCUMENT_NOT_FOUND', 'never');
        },
        original: async () => answered({ url: 'https://storage' }),
      },
      storage: {
        hashOf: async () =>
          original === undefined
            ? failed('NOT_PERMITTED', 'never')
            : answered({ bytes: bytes.size, sha256: original }),
      },
    },
    team: {
      claim: async ({ onlyOwn = false }: { onlyOwn?: boolean }) => {
        asked.push(onlyOwn);
        return answers[asked.length - 1] ?? { kind: 'ours', claim };
      },
      forgetGone: async (_bytes: object, contentId: ContentId) => {
        forgotten.push(contentId);
        return 'forgotten' as const;
      },
      letGo: async () => {
        left += 1;
        return { kind: 'none' } as const;
      },
    },
  } as unknown as UploadContext;
  const asking = { bytes, evenIfHeld: false, next: 'enriching' } as const;
  const outcome = await claimFromTeam(context, row, signal, {
    ...asking,
    mayGoOn: async () => mayGoOn?.(patches.length),
  });
  return { outcome, asked, forgotten, left, looks, patch: patches.at(-1) };
}

test('an upload waits for its turn to ask for a slot while it is still claiming, and only where it asks', async () => {
  const written: number[] = [];
  const wait = async (before: number) => void written.push(before);
  const ours = await claimed([{ kind: 'ours', claim }], undefined, undefined, undefined, wait);
  expect([ours.outcome, written]).toEqual(['ours', [0]]);
  await claimed(
    [{ kind: 'adopt', claim, contentId: 'B' as ContentId }],
    undefined,
    undefined,
    undefined,
    wait,
  );
  expect(written).toEqual([0]);
  const aborted = async () => Promise.reject(new DOMException('', 'AbortError'));
  const ended = claimed([{ kind: 'ours', claim }], undefined, undefined, undefined, aborted);
  await expect(ended).rejects.toThrow();
});

test('a slot that is taken over is looked at only once late bytes would have come', async () => {
  const { patch } = await claimed([{ kind: 'adopt', claim, contentId: 'B' as ContentId }]);
  expect(patch).toMatchObject({ state: 'verifying', contentId: 'B', pollAt: now + lateLandingMs });
});

test('a document of another key that a replica may not know yet is waited for, and then not believed', async () => {
  const fresh = await claimed([{ ...landed, proof: 'none' }]);
  expect(fresh).toMatchObject({ asked: [false], left: 0, patch: { code: 'WAITS_FOR_MACHINE' } });
  const old = await claimed([
    { ...landed, proof: 'none', ageMs: 60_000 },
    { kind: 'ours', claim },
  ]);
  expect(old).toMatchObject({ outcome: 'ours', asked: [false, true], left: 1 });
});

test.each([
  ['has another size', { raw_size: 11 }, bytes.sha256],
  ['has other bytes of that size', { raw_size: 10 }, 'bb'],
  ['tells no size and has other bytes', {}, 'bb'],
  ['has an original that nobody may read', { raw_size: 10 }, undefined],
])(
  'a document of another key that %s is none of this file: it sends its own',
  async (_what, record, original) => {
    const { outcome, asked } = await claimed(
      [
        { ...landed, proof: 'none' },
        { kind: 'ours', claim },
      ],
      record,
      original,
    );
    expect([outcome, asked]).toEqual(['ours', [false, true]]);
  },
);

test('a document of another key with these bytes is theirs', async () => {
  const compared = await claimed([{ ...landed, proof: 'none' }], { raw_size: 10 }, bytes.sha256);
  expect(compared.patch).toMatchObject({ state: 'duplicate', remoteContentId: 'B' });
});

const proven = { ...landed, scope: 'own', proof: 'key', ageMs: 60_000 } as const;

test('a document of the own key counts once the service shows that it still has it', async () => {
  const there = await claimed([proven], { status: 'completed', raw_size: 10 });
  expect(there).toMatchObject({ looks: 1, patch: { state: 'duplicate', remoteContentId: 'B' } });
  const listed = { status: 'completed', size: 10, checkedAt: now - 1 };
  const known = await claimed([proven], undefined, undefined, listed);
  expect(known).toMatchObject({ looks: 0, patch: { state: 'duplicate', remoteContentId: 'B' } });
});

test.each([
  // Its entry goes, so that no other machine sends these bytes too.
  ['was deleted at the service', undefined, ['B']],
  ['has another size', { status: 'completed', raw_size: 11 }, []],
  ['still has no bytes', { status: 'placeholder', raw_size: 0 }, []],
])(
  'a document of the own key that %s counts for nothing: the file is sent',
  async (_what, record, forgotten) => {
    const old = { status: 'completed', size: 10, checkedAt: now - 61 * 60_000 };
    const sentLongAgo = { ...proven, ageMs: 2 * landedAtLatestMs };
    expect(await claimed([sentLongAgo], record, undefined, old)).toMatchObject({
      outcome: 'ours',
      looks: 1,
      forgotten,
      patch: { state: 'enriching' },
    });
  },
);

test.each([
  [0, 5_000],
  [60_000, 30_000],
  [landedAtLatestMs, landedAtLatestMs / 2],
])(
  'a document that another machine sent %d ms ago and that the service reports as empty is waited for',
  async (ageMs, wait) => {
    const empty = await claimed([{ ...proven, ageMs }], { status: 'placeholder', raw_size: 0 });
    expect(empty).toMatchObject({
      forgotten: [],
      patch: { state: 'claiming', code: 'WAITS_FOR_MACHINE', notBefore: now + wait },
    });
  },
);

test('an empty document of another key is waited for while a replica may be behind', async () => {
  const of = { ...landed, proof: 'none' } as const;
  const empty = { status: 'placeholder', raw_size: 0 };
  const fresh = await claimed([of], empty);
  expect(fresh).toMatchObject({ asked: [false], patch: { code: 'WAITS_FOR_MACHINE' } });
  const old = await claimed(
    [
      { ...of, ageMs: 60_000 },
      { kind: 'ours', claim },
    ],
    empty,
  );
  expect(old).toMatchObject({ outcome: 'ours', asked: [false, true] });
});

test.each(['gone', 'removing', 'expired'])(
  'a document of the own key that was listed lately and is %s now is asked for',
  async (status) => {
    const known = { status, size: 10, checkedAt: now - 1 };
    expect(await claimed([proven], undefined, undefined, known)).toMatchObject({ outcome: 'ours', looks: 1 });
  },
);

test('a document that one look does not find is looked for again, and its entry stays', async () => {
  const looked = await claimed([proven], undefined, undefined, undefined, undefined, []);
  expect(looked).toMatchObject({
    forgotten: [],
    patch: { code: 'WAITS_FOR_MACHINE', notBefore: now + 5_000 },
  });
});

test('a document of the own key of which the service says nothing yet is waited for', async () => {
  const silent = await claimed([proven], { status: 'completed', raw_size: 0 });
  expect(silent.patch).toMatchObject({ code: 'WAITS_FOR_MACHINE' });
});

test('an entry that stands in the way of the own key is passed by without a claim', async () => {
  const forged = await claimed([{ ...landed, scope: 'own', proof: 'wrong' }], { raw_size: 10 }, bytes.sha256);
  expect(forged).toMatchObject({ outcome: 'ours', asked: [false], patch: { state: 'enriching' } });
  const again = { ...landed, proof: 'none', ageMs: 60_000 } as const;
  expect(await claimed([again, { ...again, scope: 'own' }])).toMatchObject({
    outcome: 'ours',
    asked: [false, true, true],
    forgotten: ['B'],
  });
});

test.each([
  ['keeps', { kind: 'kept', contentId: 'A' as ContentId, by }, by],
  ['keeps another document of', { kind: 'kept', contentId: 'B' as ContentId, by }, undefined],
  ['keeps a document without a name of', { kind: 'kept', contentId: null, by }, undefined],
  ['cannot be asked about', { kind: 'unreachable' }, 'unknown'],
  ['has nothing of', { kind: 'none' }, undefined],
] as const)('a team that %s these bytes', async (_what, left, keeper) => {
  expect(await keeperOf(keeperContext(left, []), row, signal)).toEqual(keeper);
});

test.each([
  ['a team that does not know that machine', false, 'A', { agent: '', name: 'CARL' }],
  ['a machine alone', true, 'A', { agent: '', name: 'CARL' }],
  ['a machine that made a document of its own since', false, 'B', undefined],
] as const)(
  'the document of a machine of an earlier team stays: %s',
  async (_what, isAlone, contentId, keeper) => {
    const events = [{ at: 1, kind: 'duplicate', detail: { machine: 'CARL', contentId } }];
    expect(await keeperOf(keeperContext({ kind: 'none' }, events, isAlone), row, signal)).toEqual(keeper);
  },
);

function keeperContext(left: LetGo, events: readonly UploadEvent[], isAlone = false) {
  return {
    ledger: {
      history: { events: () => events },
      team: { openOf: () => undefined, scopeOf: () => 'own' },
      memberships: { scopes: () => ['own'] },
    },
    team: { isAlone, letGo: async () => left },
    scope: async () => 'own',
  } as unknown as KeeperContext;
}

test.each([
  ['the size of the file', { raw_size: 10, status: 'processing' }, ['B']],
  ['no size, and is there', { status: 'completed' }, ['B']],
  ['another size', { raw_size: 11, status: 'completed' }, []],
  ['no bytes', { raw_size: 0, status: 'placeholder' }, []],
])('a file of a machine that is gone whose document has %s', async (_what, record, recorded) => {
  const file: StrandedFile = {
    ...bytes,
    fileName: null,
    contentId: 'B' as ContentId,
    epoch: 1,
    by,
    seenMs: 0,
  };
  const told: (string | null)[] = [];
  const context = {
    clock: { now: () => now },
    client: { documents: { get: async () => answered(record) } },
    team: {
      lead: async () => ({ lost: signal, leave: () => undefined }),
      stranded: async () => ({ total: 2, bytes: 20, files: [file, { ...file, contentId: null }] }),
      recordLanded: async (_scope: string, { contentId }: StrandedFile) => {
        told.push(contentId);
        return 'written';
      },
    },
    scope: async () => 'own',
  } as unknown as StrandedContext;
  await sweepStranded(context, signal);
  expect(told).toEqual(recorded);
});
