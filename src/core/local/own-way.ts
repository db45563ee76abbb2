import { constants, lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Whether an account is this one or root; Windows has no such numbers. */
export function isOfUser(account: number, user: number | undefined = process.geteuid?.()): boolean {
  return user === undefined || account === user || account === 0;
}

/**
 * Windows has no such modes. Write access of the group counts, as for sshd's StrictModes: a group with the
 * number of its user may have other members, and a directory service need not list them.
 */
export function isOwn(
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  user: number | undefined = process.geteuid?.(),
): boolean {
  return user === undefined || (isOfUser(uid, user) && (mode & 0o022) === 0);
}

/** Links on the way to a file, as many as Linux follows. */
const mostLinks = 40;

/**
 * Whether nobody else can put another file in the place of one: with a folder on the way, or a link that they
 * made, they choose which of the user's or root's files is read. Even one with a text of theirs, as the
 * arguments of a program in `/proc`. In a folder with the sticky bit nobody renames what others own.
 *
 * @param path absolute
 * @throws errno errors
 */
export function isOwnWay(path: string, user: number | undefined = process.geteuid?.(), links = 0): boolean {
  if (user === undefined) return true;
  const { uid, mode } = lstatSync(path);
  const isSticky = (mode & 0o1000) !== 0;
  const kind = mode & constants.S_IFMT;
  // Modes of a link mean nothing.
  const counted = kind === constants.S_IFLNK || (kind === constants.S_IFDIR && isSticky) ? 0 : mode;
  if (!isOwn({ uid, mode: counted }, user) || links > mostLinks) return false;
  const folder = dirname(path);
  if (folder !== path && !isOwnWay(folder, user, links)) return false;
  return kind !== constants.S_IFLNK || isOwnWay(resolve(folder, readlinkSync(path)), user, links + 1);
}
