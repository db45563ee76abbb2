import type { CallOutput } from '#shared/bridge/contract.ts';
import { isUuid } from '#shared/ids/ids.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import type { ServiceContext } from '../engine/core-context.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { createServiceTags } from '../tags/service-tags.ts';

type Preview = CallOutput<'folders.preview'>;

/** An upload with its tags by name, where an earlier version noted ids. */
export function withTagNames(ledger: Ledger, upload: Upload): Upload {
  const { options, profileId } = upload;
  if (!options.tags.some(isUuid)) return upload;
  return { ...upload, options: { ...options, tags: ledger.tags.named(profileId, options.tags) } };
}

/** The rows of a preview with their tags by name, where the folder's settings hold ids. */
export async function previewWithNames(
  context: ServiceContext,
  profileId: string,
  preview: Preview,
): Promise<Preview> {
  const ids = [...new Set(preview.rows.flatMap(({ tags }) => tags.filter(isUuid)))];
  const profile = context.settings.get().profiles.find(({ id }) => id === profileId);
  if (ids.length === 0 || !profile) return preview;
  const tags = createServiceTags(context.serviceOf(profile), context.ledger, context.clock);
  const names = await tags.shown(ids, { priority: 'person' });
  const nameOf = new Map(ids.map((id, index) => [id, names[index] ?? id]));
  const rows = preview.rows.map((row) => ({ ...row, tags: row.tags.map((tag) => nameOf.get(tag) ?? tag) }));
  return { ...preview, rows };
}
