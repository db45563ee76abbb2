import type { UploadRow } from '../ledger/upload-row.ts';
import { done, moved, type StepOutcome, type UploadContext } from './job.ts';

/** What becomes of an upload whose bytes another one has claimed (W6). */
export async function handleDuplicate(
  context: UploadContext,
  row: UploadRow,
  holder: UploadRow,
): Promise<StepOutcome> {
  if (row.replaces === holder.id && holder.path === row.path) {
    // Only touched: the same bytes under the same name are no event worth a row in the history.
    await context.ledger.uploads.dissolve(row.id, holder.id);
    return done;
  }
  const addsTags = row.options.duplicates === 'add-tags' && row.options.tags.length > 0;
  const replaces = row.options.changed === 'replace' && row.replaces !== null && row.replaces !== holder.id;
  // Where the holder has given up its claim since, the upload stays in the queue, for its own turn.
  const ok = await context.ledger.uploads.becomeDuplicate(
    row.id,
    holder.id,
    {
      finished_at: context.clock.now(),
      after_state: addsTags ? 'add-tags' : replaces ? 'replace' : null,
      code: null,
      detail: null,
    },
    { kind: 'duplicate', detail: { of: holder.id, path: holder.path } },
  );
  return ok ? done : moved;
}
