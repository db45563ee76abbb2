import type { UploadRow } from '../ledger/upload-row.ts';
import { done, moved, type StepOutcome, type UploadContext } from './job.ts';

const sharing = {
  shared: 'the document of these bytes is shared with the organization, as the first file with them asked',
  private: 'the document of these bytes is private, as the first file with them asked',
};

/** What becomes of an upload whose bytes another one has claimed (W6). */
export function handleDuplicate(context: UploadContext, row: UploadRow, holder: UploadRow): StepOutcome {
  const previous = row.replaces === null ? undefined : context.ledger.uploads.get(row.replaces);
  const hadThem =
    previous?.id === holder.id || (previous?.state === 'duplicate' && previous.duplicateOf === holder.id);
  // What a person added by hand is in the history, whatever came of it.
  if (previous && hadThem && previous.path === row.path && row.folderId !== null) {
    // Only touched: the same bytes under the same name are no event worth a row in the history.
    context.ledger.uploads.dissolve(row, previous.id, holder.id);
    return done;
  }
  const addsTags = row.options.duplicates === 'add-tags' && row.options.tags.length > 0;
  const replaces = row.options.changed === 'replace' && row.replaces !== null && row.replaces !== holder.id;
  const differs = holder.options.share !== row.options.share;
  // Where the holder has given up its claim since, the upload stays in the queue, for its own turn.
  const ok = context.ledger.uploads.becomeDuplicate(
    row,
    holder.id,
    {
      finishedAt: context.clock.now(),
      afterState: addsTags ? 'add-tags' : replaces ? 'replace' : null,
      code: null,
      // Neither changes how the other is shared (docs/adr/0010), but that must not pass in silence.
      detail: differs ? sharing[holder.options.share ? 'shared' : 'private'] : null,
    },
    {
      kind: 'duplicate',
      detail: { of: holder.id, path: holder.path, ...(differs ? { shared: holder.options.share } : {}) },
    },
  );
  return ok ? done : moved;
}
