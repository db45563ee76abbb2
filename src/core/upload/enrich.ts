import type { ContentId } from '#shared/ids/ids.ts';
import { allFields, type UploadField } from '#shared/settings/fields.ts';
import { said } from '#shared/spoken/said.ts';
import type { UploadOptions } from '#shared/uploads/upload.ts';
import type { Decided } from '../ledger/queued-uploads.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { type Answer, failed } from '../service/answer.ts';
import type { EnrichRequest } from '../service/operations/documents.ts';
import type { UploadTags } from '../tags/service-tags.ts';
import { decideUpload, stillHolds } from './decide-upload.ts';
import { writeServiceFailure } from './failure.ts';
import { type Job, moved, priorityOf, type StepOutcome, type UploadContext } from './job.ts';

/** A slot at the service: the id is journaled, the address lives in memory only (S4). */
export interface Slot {
  readonly contentId: ContentId;
  readonly address: string;
}

/**
 * The id of a document that is there already, as from a cache in between: sent to it or given up, that
 * document would be lost.
 */
export const notANewOne = failed('BAD_ANSWER', 'retry', {
  spoken: said('detail.otherDocument'),
  concerns: 'perhaps-profile',
}).failure;

/** An upload is looked at again after this while it is not known whose the key is, ms. */
const keyAgainMs = 5_000;

/**
 * Asks the service for a slot. The intent was journaled by `begin`; an answer that is lost leaves a slot
 * without a name, which is remembered and looked for later, and the upload goes back to the queue.
 */
export async function reserveSlot(
  context: UploadContext,
  { row, signal }: Job,
  decided: Decided,
  tags: UploadTags,
): Promise<Slot | StepOutcome> {
  const since = context.clock.now();
  const request = await enrichRequest(context, row, tags.wire);
  // The request may wait for its turn for minutes: what was decided is looked at once more when it has come.
  const beforeSending = async () => {
    if (await context.isKeyInDoubt()) throw new DecidedAnew(keyAgainMs);
    if (!stillHolds(decided, await decideUpload(context, row))) throw new DecidedAnew();
  };
  let answer: Answer<{ id: ContentId; url: string }>;
  try {
    answer = await context.client.documents.enrich(request, {
      priority: priorityOf(row),
      signal,
      beforeSending,
    });
  } catch (error) {
    if (!(error instanceof DecidedAnew)) throw error;
    return decideAnew(context, row, error.afterMs);
  }
  if (answer.ok) return { contentId: answer.value.id, address: answer.value.url };
  const isAboutTags = answer.failure.error.code === 'UNKNOWN_TAG' && tags.wire.length > 0;
  // No slot was made, and nothing is held against the upload.
  if (isAboutTags && context.tags.learnFromRefusal(row.id, tags)) return decideAnew(context, row);
  if (answer.failure.maybeDone) rememberLostSlot(context, row, since);
  return writeServiceFailure(context, { row, from: ['enriching'], again: 'queued' }, answer.failure);
}

async function decideAnew(
  { clock, ledger }: UploadContext,
  row: UploadRow,
  afterMs = 0,
): Promise<StepOutcome> {
  const patch = { state: 'queued', notBefore: afterMs === 0 ? 0 : clock.now() + afterMs } as const;
  return (await ledger.uploads.advance(row, ['enriching'], patch, { kind: 'decided-anew' }))
    ? { kind: 'done' }
    : moved;
}

/** What was decided about an upload does not hold any more; nothing was sent. */
class DecidedAnew extends Error {
  override readonly name = 'DecidedAnew';
  readonly afterMs: number;

  constructor(afterMs = 0) {
    super();
    this.afterMs = afterMs;
  }
}

export function isSlot(result: Slot | StepOutcome): result is Slot {
  return 'address' in result;
}

async function enrichRequest(
  { gate, placeOf }: UploadContext,
  row: UploadRow,
  tags: readonly string[],
): Promise<EnrichRequest> {
  const { options } = row;
  const published =
    options.published ??
    (options.publishedFrom.length === 0
      ? null
      : await gate.resolvePublished({
          sources: options.publishedFrom,
          place: placeOf(row),
          mtimeMs: Number(BigInt(row.mtimeNs) / 1_000_000n),
        }));
  return { file_name: row.fileName, ...onWire({ ...options, tags: [...tags], published }) };
}

/** The options that the service gets, by its names. */
function onWire(options: UploadOptions): Omit<EnrichRequest, 'file_name'> {
  const sent = allFields.flatMap(([name, { upload }]) => {
    if (upload?.wire == null) return [];
    const value = options[name as UploadField];
    const isEmpty = value == null || value === false || (Array.isArray(value) && value.length === 0);
    return isEmpty && upload.wire.always !== true ? [] : [[upload.wire.name, value] as const];
  });
  return Object.fromEntries(sent);
}

/** A POST whose answer was lost may have made a slot nobody knows the name of (U7, U8). */
function rememberLostSlot(context: UploadContext, row: UploadRow, since: number): void {
  const now = context.clock.now();
  context.ledger.slots.add({
    profileId: row.profileId,
    contentId: null,
    purpose: 'delete',
    fileName: row.fileName,
    since,
    until: now,
    uploadId: row.id,
    notBefore: now,
  });
}

/**
 * After a restart: an intent without an id. The POST may have been made, the PUT cannot: its address was in
 * memory only.
 */
export async function forgetLostIntent(context: UploadContext, row: UploadRow): Promise<StepOutcome> {
  rememberLostSlot(context, row, row.updatedAt);
  const ok = await context.ledger.uploads.advance(
    row,
    ['enriching'],
    { state: 'queued' },
    { kind: 'interrupted' },
  );
  return ok ? { kind: 'done' } : moved;
}
