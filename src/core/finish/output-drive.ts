import { dirname } from 'node:path';
import { isAtOrBelow, wayBelow } from '#core/local/below.ts';
import { outputPlace, type OutputPlace } from '#core/local/held-directory.ts';
import { rightsBelow } from './rights-below.ts';
import type { SetAsideContext } from './settle-aside.ts';

/**
 * The place in a folder for what comes from `below` in the watch folder.
 *
 * A folder for files that were uploaded looks empty while its drive is not mounted. Files written there would
 * end up below the mount point, hidden once the drive is back. So Sluice remembers where the drive was
 * mounted, and does not use the folder while nothing is mounted there.
 *
 * @throws Error while it is away
 */
export async function placeOnItsDrive(
  { gate, files }: Pick<SetAsideContext, 'gate' | 'files'>,
  root: string,
  path: string,
  below: string,
): Promise<OutputPlace> {
  const place = outputPlace(root, path, below, await rightsBelow(gate, root, below));
  const mount = await mountPointOf(gate, path);
  const known = files.findOutputMount(path);
  if (known !== undefined && known !== mount && isAtOrBelow(known, mount)) {
    // The drive of the watch folder itself is there: the file was read from it.
    const isApart = place.makeRoot || wayBelow(known, root);
    if (isApart)
      throw new Error(`The drive at ${known} is not there. If it is gone for good, choose another folder.`);
  }
  if (known !== mount) files.noteOutputMount(path, mount);
  return place;
}

/** The mount point of the volume that a path is on, or would be created on. */
async function mountPointOf({ patient }: SetAsideContext['gate'], path: string): Promise<string> {
  let lowest: { readonly at: string; readonly device: string } | undefined;
  for (let at = path; ; at = dirname(at)) {
    const stat = await patient.stat(at, true);
    if (stat !== null) {
      if (lowest !== undefined && stat.device !== lowest.device) return lowest.at;
      lowest = { at, device: stat.device };
    }
    if (dirname(at) === at) return at;
  }
}
