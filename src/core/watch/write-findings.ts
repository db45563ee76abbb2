import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Database } from '../ledger/database.ts';
import type { LocalFiles } from '../ledger/local-files.ts';
import type { SettledFile } from '../upload/intake.ts';
import { joinRelative } from './files/names.ts';
import { uploadOptionsFor } from './metadata.ts';
import type { Finding } from './thread/protocol.ts';

interface Ledger {
  readonly database: Database;
  readonly localFiles: LocalFiles;
}

/**
 * Writes a batch of findings in one transaction and answers what is to be handed over, by profile. Each finding is
 * judged against the row as it is now, so that one that was overtaken or comes twice does nothing.
 */
export function writeFindings(
  { database, localFiles }: Ledger,
  folders: ReadonlyMap<string, WatchFolder>,
  findings: readonly Finding[],
): Map<string, SettledFile[]> {
  const handOver = new Map<string, SettledFile[]>();
  database.transaction(() => {
    for (const finding of findings) {
      if (finding.kind === 'seen') localFiles.see(finding.file);
      else if (finding.kind === 'moved') localFiles.move(finding.file);
      else if (finding.kind === 'missing')
        localFiles.markGone(finding.id, goneReason(localFiles, folders, finding.id));
      else if (finding.kind === 'left-out') localFiles.forget(finding.id);
      else {
        const folder = folders.get(finding.file.folderId);
        const settled = folder && settle(localFiles, folder, finding);
        if (!settled) continue;
        const files = handOver.get(folder.profileId);
        if (files) files.push(settled);
        else handOver.set(folder.profileId, [settled]);
      }
    }
  });
  return handOver;
}

function settle(
  localFiles: LocalFiles,
  folder: WatchFolder,
  { file, fresh, movedFrom }: Extract<Finding, { kind: 'settled' }>,
): SettledFile | undefined {
  const relativePath = joinRelative(file.directory, file.name);
  const path = `${folder.path}/${relativePath}`;
  if (movedFrom !== null && localFiles.get(movedFrom)?.uploadId !== null) {
    localFiles.move({ id: movedFrom, ...file, path });
    return undefined;
  }
  const row = localFiles.see(file);
  if (row.disposition === 'taken') return undefined;
  return {
    ...{
      folderId: folder.id,
      localFileId: row.id,
      path,
      size: file.size,
      mtimeNs: BigInt(file.mtimeNs),
      fresh,
    },
    previousUploadId: row.uploadId,
    options: uploadOptionsFor(folder, relativePath),
  };
}

/** Only a delete by a person may be passed on, and only where the folder asks for it at the time (W9). */
function goneReason(
  localFiles: LocalFiles,
  folders: ReadonlyMap<string, WatchFolder>,
  id: number,
): string | null {
  const folder = folders.get(localFiles.get(id)?.folderId ?? '');
  if (folder?.localDelete !== 'delete') return 'kept';
  return folder.afterUpload === 'leave' ? null : 'after-upload';
}
