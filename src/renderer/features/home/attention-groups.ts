import type { FolderState } from '#shared/bridge/folders.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { localCodes } from '../../lib/upload-links.ts';

/** What needs a person, by cause. */
export interface AttentionGroup {
  readonly code: string;
  readonly count: number;
  /** Set for what a local file waits for before it is an upload; such a group belongs to one folder. */
  readonly local: FolderState | null;
  /** The one folder that all uploads of the group come from, if there is one. */
  readonly folderId: string | null;
}

/**
 * Groups uploads that need attention by code, and adds what folders count for local files that are no uploads yet. The
 * largest group comes first.
 *
 * @param totals how many uploads have a code, where `uploads` is only the first part of them
 */
export function attentionGroups(
  uploads: readonly Pick<Upload, 'code' | 'folderId'>[],
  folders: readonly FolderState[],
  totals: ReadonlyMap<string, number> = new Map(),
): AttentionGroup[] {
  const byCode = new Map<string, { count: number; folders: Map<string | null, number> }>();
  for (const { code, folderId } of uploads) {
    const key = code ?? 'UNEXPECTED';
    const group = byCode.get(key) ?? { count: 0, folders: new Map() };
    group.count += 1;
    group.folders.set(folderId, (group.folders.get(folderId) ?? 0) + 1);
    byCode.set(key, group);
  }
  const groups: AttentionGroup[] = [...byCode].map(([code, group]) => ({
    code,
    count: totals.get(code) ?? group.count,
    local: null,
    folderId: group.folders.size === 1 ? ([...group.folders.keys()][0] ?? null) : null,
  }));
  for (const state of folders) {
    for (const [code, counted] of Object.entries(state.coverage.attentionBy)) {
      if (!localCodes.has(code)) continue;
      const count = counted - (byCode.get(code)?.folders.get(state.folder.id) ?? 0);
      if (count > 0) groups.push({ code, count, local: state, folderId: state.folder.id });
    }
  }
  return groups.sort((a, b) => b.count - a.count);
}
