import { normalSharedName } from '#shared/settings/shared-name.ts';
import { isAtOrBelow, wayBelow } from './below.ts';
import { type MountLine, readMountTable } from './mount-table.ts';

/** SMB and NFS: the kinds that have an address which means the same on every machine. */
const smbTypes = new Set(['cifs', 'smb3', 'smbfs']);
const nfsTypes = new Set(['nfs', 'nfs4']);

/**
 * The name of a directory on the share it lies on, the same on every machine: `//server/share/dir`, or
 * `server:/export/dir` with NFS. Undefined for what lies on no share. The drive is not touched.
 *
 * @param real the directory's real path
 * @param table stands in for the system's table of mounts
 */
export function sharedNameOf(
  real: string,
  platform: string = process.platform,
  table: readonly MountLine[] = platform === 'linux' ? readMountTable() : [],
): string | undefined {
  if (platform === 'win32') return uncName(real);
  let best: MountLine | undefined;
  for (const line of table) {
    if (isAtOrBelow(real, line.point) && line.point.length >= (best?.point.length ?? 0)) best = line;
  }
  const address = best && addressOf(best);
  if (best === undefined || address === undefined) return undefined;
  const way = wayBelow(real, best.point);
  return normalSharedName(way ? `${address.replace(/\/$/, '')}/${way}` : address);
}

function addressOf({ root, source, type }: MountLine): string | undefined {
  if (nfsTypes.has(type)) return root === '/' ? source : `${source}${root}`;
  if (!smbTypes.has(type)) return undefined;
  // Where a directory of the share was mounted, the source names it, and the root does as well or not at all.
  const [share] = /^\/\/[^/]+\/[^/]+/.exec(source.replaceAll('\\', '/')) ?? [];
  return root === '/' || share === undefined ? source : `${share}${root}`;
}

/** `\\server\share\dir` and `\\?\UNC\server\share\dir`; no address of a device, and no letter. */
function uncName(path: string): string | undefined {
  const [, rest] = /^(?:[\\/]{2}\?[\\/]UNC[\\/]|[\\/]{2}(?![?.]))(.*)$/i.exec(path) ?? [];
  return rest === undefined ? undefined : normalSharedName(`//${rest}`);
}
