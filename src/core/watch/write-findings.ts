import { joinRelative } from '#core/local/names.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { isUnlooked } from '../ledger/copy-ledger.ts';
import type { Database } from '../ledger/database.ts';
import type { SettledFile } from '../ledger/intake.ts';
import type { LocalFileRow } from '../ledger/local-file-row.ts';
import type { LocalFiles } from '../ledger/local-files.ts';
import { passesDeletesOn } from './local-deletes.ts';
import type { FolderFact, FolderFacts } from './folder-facts.ts';
import { uploadOptionsFor } from './metadata.ts';
import type { Finding, PlacedName } from './thread/protocol.ts';

interface Written {
  /** By profile; an empty list says that something of the profile waits again. */
  readonly handOver: Map<string, SettledFile[]>;
  /** Overtaken by something else: to be looked at again. */
  readonly again: readonly PlacedName[];
}

interface Ledger {
  readonly database: Database;
  readonly localFiles: LocalFiles;
  readonly folderFacts: Pick<FolderFacts, 'get'>;
}

/**
 * Writes a batch of findings in one transaction and answers what is to be handed over. Each finding is judged
 * against the row as it is now, so that one that was overtaken or comes twice does nothing.
 */
export function writeFindings(
  { database, localFiles, folderFacts }: Ledger,
  folders: ReadonlyMap<string, WatchFolder>,
  findings: readonly Finding[],
): Written {
  const again: PlacedName[] = [];
  const handOver = new Map<string, SettledFile[]>();
  const filesOf = (folder: WatchFolder): SettledFile[] => {
    const files = handOver.get(folder.profileId) ?? [];
    handOver.set(folder.profileId, files);
    return files;
  };
  const handedOver = new Set<number>();
  database.transaction(() => {
    for (const finding of findings) {
      if (finding.kind === 'seen' || finding.kind === 'moved') {
        const isBack = place(localFiles, finding);
        const folder = folders.get(finding.file.folderId);
        const isExpected = finding.kind === 'moved' || finding.isBack === true;
        if (isExpected && !isBack) again.push(finding.file);
        // Its upload may be waiting again: the intake is to hear of it, though there is nothing new to take.
        if (isBack && folder) filesOf(folder);
      } else if (finding.kind === 'missing') {
        const { id, folderId } = finding.place;
        const reason = goneReason(folders.get(folderId), finding.isDoubtful);
        const isEarlier = vanishedBefore(folderFacts.get(folderId), localFiles.get(id));
        const asked = reason === null && isUnlooked(database, folderId) ? 'DELETE_CAP' : reason;
        localFiles.markGone(finding.place, isEarlier ? 'kept' : asked, finding.isDoubtful);
      } else if (finding.kind === 'left-out') localFiles.drop(finding.id);
      else if (finding.kind === 'stamped') localFiles.setMissingCtime(finding.id, finding.ctimeNs);
      else if (finding.kind === 'renumbered') localFiles.setDevice(finding.id, finding.device);
      else {
        const folder = folders.get(finding.file.folderId);
        const settled = folder && settle(localFiles, folder, finding);
        if (folder && !settled) filesOf(folder);
        // The same file twice in one batch, found by a pass and by an event, is one.
        if (!settled || handedOver.has(settled.localFileId)) continue;
        handedOver.add(settled.localFileId);
        filesOf(folder).push(settled);
      }
    }
  });
  return { handOver, again };
}

/** Writes down where a file is; true when it stands for an upload that was made before. */
function place(localFiles: LocalFiles, finding: Extract<Finding, { kind: 'seen' | 'moved' }>): boolean {
  if (finding.kind === 'seen' && finding.decided !== undefined)
    localFiles.follow(finding.decided, finding.file);
  if (finding.kind === 'seen') return localFiles.upsert(finding.file, false).disposition === 'taken';
  return localFiles.move(finding.file);
}

function settle(
  localFiles: LocalFiles,
  folder: WatchFolder,
  { file, fresh, movedFrom, isBeneath }: Extract<Finding, { kind: 'settled' }>,
): SettledFile | undefined {
  const relativePath = joinRelative(file.directory, file.name);
  const path = `${folder.path}/${relativePath}`;
  if (movedFrom !== null && localFiles.move({ ...file, from: movedFrom, path })) return undefined;
  const row = localFiles.upsert(file);
  if (row.disposition === 'taken') return undefined;
  const options = uploadOptionsFor(folder, relativePath);
  return {
    ...{
      folderId: folder.id,
      localFileId: row.id,
      path,
      size: file.size,
      mtimeNs: BigInt(file.mtimeNs),
      fresh,
    },
    // On what may be the same drive, the same bytes are the same file; others replace nothing.
    options: isBeneath
      ? { ...options, answer: isBeneath === 'perhaps' ? 'new-document' : 'other-file' }
      : options,
  };
}

/**
 * Whether a file that the first pass of a folder misses was last seen before the folder was added. Another
 * folder saw it, which was removed, and no folder saw the delete.
 */
function vanishedBefore(fact: FolderFact | undefined, row: LocalFileRow | undefined): boolean {
  return fact?.firstScanComplete === false && row !== undefined && row.changedAt < fact.addedAt;
}

/**
 * Only a delete by a person may be passed on, and only where the folder asks for it at the time and moves
 * nothing away itself (W9). In doubt a person is asked.
 */
function goneReason(folder: WatchFolder | undefined, isDoubtful = false): string | null {
  if (folder === undefined || !passesDeletesOn(folder)) return 'kept';
  return isDoubtful ? 'DELETE_CAP' : null;
}
