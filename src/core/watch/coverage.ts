import type { Coverage, FileStanding } from '#shared/bridge/folders.ts';
import { isWaitReason, type WaitReason } from '#shared/uploads/wait-reasons.ts';
import type { Database } from '../ledger/database.ts';
import { countLocalFiles, type LocalFileKind } from '../ledger/local-file-counts.ts';

type Place =
  | { readonly kind: 'searchable' }
  | { readonly kind: 'ignored' | 'attention'; readonly why: string }
  /** Found and not taken yet, or under way. */
  | { readonly kind: 'inProgress'; readonly why: WaitReason };

/** Of one that is under way, beside the reasons of those that wait. */
const uploading: Place = { kind: 'inProgress', why: 'uploading' };

/**
 * Counts of a folder that always add up: seen = searchable + in progress + ignored + needs attention. A
 * duplicate is where its original is; what was deleted locally is not counted. A folder skipped as a whole
 * counts as one.
 *
 * @param isElsewhere its profile leads elsewhere than its history: nobody can say what of it is searchable
 *   there
 */
export function coverageOf(database: Database, folderId: string, isElsewhere = false): Coverage {
  const coverage = { seen: 0, searchable: 0, inProgress: 0, ignored: 0, attention: 0, waiting: 0 };
  const by = {
    ignored: {} as Record<string, number>,
    attention: {} as Record<string, number>,
    waiting: {} as Record<string, number>,
  };
  for (const row of countLocalFiles(database, folderId)) {
    const place = placeOf(row, isElsewhere);
    coverage.seen += row.count;
    coverage[place.kind] += row.count;
    if (place.kind === 'searchable' || place === uploading) continue;
    const kind = place.kind === 'inProgress' ? 'waiting' : place.kind;
    by[kind][place.why] = (by[kind][place.why] ?? 0) + row.count;
    if (kind === 'waiting') coverage.waiting += row.count;
  }
  return { ...coverage, ignoredBy: by.ignored, attentionBy: by.attention, waitingBy: by.waiting };
}

/** Where a row is counted. Every combination has a place: never silent. */
export function placeOf(row: LocalFileKind, isElsewhere = false): Place {
  const { disposition, reason } = row;
  if (disposition === 'ignored') return { kind: 'ignored', why: reason ?? 'UNEXPECTED' };
  if (disposition === 'held' || disposition === 'unreadable' || disposition === 'gone') {
    return { kind: 'attention', why: reason ?? 'UNEXPECTED' };
  }
  if (disposition === 'settling') {
    if (reason !== null && !isWaitReason(reason)) return { kind: 'attention', why: reason };
    return { kind: 'inProgress', why: reason ?? 'quiet' };
  }
  const place = placeOfUpload(row);
  return isElsewhere && place.kind === 'searchable' ? { kind: 'attention', why: 'PROFILE_MOVED' } : place;
}

/** The same of one file, as it is shown. */
export function standingOf(
  row: LocalFileKind & Pick<FileStanding, 'state' | 'uploadId' | 'dueAt'>,
  isElsewhere = false,
): FileStanding {
  const place = placeOf(row, isElsewhere);
  const { state, uploadId, dueAt } = row;
  return { place: place.kind, reason: 'why' in place ? place.why : null, state, uploadId, dueAt };
}

function placeOfUpload({
  outcome,
  problem,
  originalOutcome,
  originalProblem,
}: Omit<LocalFileKind, 'disposition' | 'reason'>): Place {
  switch (outcome) {
    case 'completed':
      return { kind: 'searchable' };
    case 'duplicate':
      return originalOutcome === null || originalOutcome === 'duplicate'
        ? { kind: 'searchable' }
        : placeOfUpload({
            outcome: originalOutcome,
            problem: originalProblem,
            originalOutcome: null,
            originalProblem: null,
          });
    case 'attention':
      return { kind: 'attention', why: problem ?? 'UNEXPECTED' };
    case 'cancelled':
      return { kind: 'ignored', why: 'cancelled' };
    case 'open':
      return uploading;
    case 'held':
      return { kind: 'inProgress', why: 'other-machine' };
    case null:
      // Its upload was deleted from the history: what became of it is not known any more.
      return { kind: 'attention', why: 'UNEXPECTED' };
  }
}
