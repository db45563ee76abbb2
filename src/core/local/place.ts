import type { BigIntStats } from 'node:fs';
import { relative, sep } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import { isAtOrBelow } from './below.ts';

/** Where a file lies, and what may lie on the way to it. Plain data: another process can be asked for it. */
export interface FilePlace {
  /** Absolute. */
  readonly path: string;
  /**
   * The folder it must not leave, as its real path tells; null for a path that was resolved when a person
   * named it.
   */
  readonly root: string | null;
  /**
   * What the root was when it was looked through: a link on the way to it may lead elsewhere by now. Absent
   * where nobody looked.
   */
  readonly rootIs?: RootInode | undefined;
  /**
   * Whether links inside the root are followed (W14). Without it no part of the way below the root may be
   * one.
   */
  readonly followLinks: boolean;
}

export type RootInode = Pick<FileIdentity, 'device' | 'inode'>;

/** What a file is known by. Text, because the numbers do not fit a JavaScript number. */
export interface FileIdentity {
  readonly device: string;
  readonly inode: string;
  /** Bytes. */
  readonly size: number;
  /** Nanoseconds since the epoch. */
  readonly mtimeNs: string;
  /** Nanoseconds of the last change of anything about it, also of its name and rights. */
  readonly ctimeNs: string;
}

export function identityOf(stat: BigIntStats): FileIdentity {
  return {
    device: String(stat.dev),
    inode: String(stat.ino),
    size: Number(stat.size),
    mtimeNs: String(stat.mtimeNs),
    ctimeNs: String(stat.ctimeNs),
  };
}

/**
 * The same file with the same bytes, as far as a stat can tell: renames and links change the ctime, so it is
 * left out.
 */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return isSameInode(one, other) && one.size === other.size && one.mtimeNs === other.mtimeNs;
}

export function isSameInode(
  one: Pick<FileIdentity, 'device' | 'inode'>,
  other: Pick<FileIdentity, 'device' | 'inode'>,
): boolean {
  return one.device === other.device && one.inode === other.inode;
}

/** Nothing at all has happened to it. */
export function isUntouched(one: FileIdentity, other: FileIdentity): boolean {
  return isSameFile(one, other) && one.ctimeNs === other.ctimeNs;
}

/**
 * The usual case, which needs no look at the root: no link anywhere on the way, and the way begins with the
 * root.
 */
export function isPlainWay({ path, root }: FilePlace, real: string): boolean {
  return real === path && root !== null && isAtOrBelow(path, root);
}

/**
 * Whether a way leads where it may: no link, or one inside the root where those are followed.
 *
 * @param real where it really leads
 * @param realRoot the real path of the place's root; null where the path itself must be real
 */
export function isPlaceOf(place: FilePlace, real: string, realRoot: string | null): boolean {
  if (place.root === null || realRoot === null) return isSamePath(real, place.path);
  if (!isAtOrBelow(real, realRoot)) return false;
  if (place.followLinks) return true;
  const below = relative(place.root, place.path);
  return isSamePath(real, below === '' ? realRoot : `${realRoot.replace(/[\\/]$/, '')}${sep}${below}`);
}

/** @throws AppError `FILE_BEHIND_LINK` when a link led there that may not */
export function assertPlace(place: FilePlace, real: string, realRoot: string | null): void {
  if (!isPlaceOf(place, real, realRoot)) throw behindLink(place.path);
}

export function behindLink(path: string): AppError {
  return new AppError('FILE_BEHIND_LINK', { detail: path });
}

/** Volumes that fold case or compose names may answer with another spelling of the same way. */
function isSamePath(one: string, other: string): boolean {
  return one === other || folded(one) === folded(other);
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
