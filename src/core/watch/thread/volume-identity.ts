import type { Mount } from '#core/local/mounts.ts';

/** What tells the volume at a directory from another one that lies there. Empty text is not known. */
export interface VolumeIdentity {
  readonly device: string;
  /** Of the directory it is mounted on, as it is while it is mounted. */
  readonly inode: string;
  /** When that directory was made, where that can be believed. */
  readonly born: string;
  /** What the system calls it. */
  readonly volume: string;
}

/**
 * - `same`: nothing changed
 * - `renumbered`: the same volume for certain, under another number, as after a reboot
 * - `other`: another volume for certain
 * - `unknown`: only what lies on it can tell
 */
export function compareVolumes(
  known: VolumeIdentity,
  now: VolumeIdentity,
  mount: Mount | undefined,
): 'same' | 'renumbered' | 'other' | 'unknown' {
  const [uuid, otherUuid] = [uuidOf(known), uuidOf(now)];
  if (uuid !== undefined && otherUuid !== undefined && uuid !== otherUuid) return 'other';
  const sameInode = known.inode === '' || known.inode === now.inode;
  const sameBirth = known.born === '' || now.born === '' || known.born === now.born;
  const sameVolume = known.volume === '' || now.volume === '' || known.volume === now.volume;
  if (known.device === now.device) return sameInode && sameBirth && sameVolume ? 'same' : 'unknown';
  const certain = mount?.unique === true && known.volume === now.volume && known.inode !== '' && sameInode;
  return certain ? 'renumbered' : 'unknown';
}

const uuidOf = ({ volume }: VolumeIdentity) => /^\S+ (uuid:\S+) /.exec(volume)?.[1];

/**
 * Whether a volume is the one whose files were looked for on it: at least half of them were found as they had
 * been. A single one would not do: an old copy beneath a mount point may hold some.
 */
export function isRecognised(sampled: number, found: number): boolean {
  return found * 2 >= sampled;
}
