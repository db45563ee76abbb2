import type { Lease, Team } from '#core/ports/team.ts';

/** One machine alone: whatever is scarce is its own, and the claims of its ledger are all there are. */
export function createLocalTeam(): Team {
  return {
    isAlone: true,
    claim: async ({ scope, sha256, size, upload }) => ({
      kind: 'ours',
      claim: { scope, sha256, size, upload, epoch: 1 },
    }),
    name: async () => 'written',
    landed: async () => 'written',
    release: async () => 'written',
    namedByOthers: async () => new Set(),
    needsReplay: () => undefined,
    replay: async (_scope, claims) => ({
      epochs: claims.map(({ epoch }) => epoch),
      twice: [],
      isRestoring: false,
    }),
    toldByOthers: async () => new Set(),
    place: async (signal) => {
      signal.throwIfAborted();
      return ownLease();
    },
    exchange: async ({ want }, signal) => {
      signal.throwIfAborted();
      return { granted: want, validMs: Number.POSITIVE_INFINITY, waitMs: 0, heldMs: 0, head: 0n };
    },
    lead: async () => ownLease(),
    recall: async () => ({ kind: 'ask' }),
    tell: async () => 'told',
    feed: async () => ({ team: '', head: 0n, entries: [] }),
    head: () => 0n,
    letGo: async () => ({ kind: 'none' }),
    forgetGone: async () => 'forgotten',
    othersWith: async () => [],
    stranded: async () => ({ total: 0, bytes: 0, files: [] }),
    recordLanded: async () => 'written',
  };
}

/** Nobody else can have it. */
function ownLease(): Lease {
  return { lost: new AbortController().signal, leave: () => undefined };
}
