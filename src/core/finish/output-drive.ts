import { dirname } from 'node:path';
import { isAtOrBelow } from '#core/local/below.ts';
import type { OutputPlace } from '#core/local/held-directory.ts';
import type { SetAsideContext } from './settle-aside.ts';

/**
 * A place outside the watch folder whose drive is not mounted looks like an empty one: files that are put
 * there lie beneath the mount point, and nobody sees them once the drive is back. So a place that was on a
 * drive before is not used while that drive is away.
 *
 * @throws Error while it is away
 */
export async function onItsDrive<Place extends OutputPlace>(
  { gate, files }: Pick<SetAsideContext, 'gate' | 'files'>,
  place: Place,
): Promise<Place> {
  const { root, makeRoot } = place;
  if (!makeRoot) return place;
  const mount = await mountPointOf(gate, root);
  const known = files.findOutputMount(root);
  if (known !== undefined && known !== mount && isAtOrBelow(known, mount))
    throw new Error(`The drive at ${known} is not there.`);
  if (known !== mount) files.noteOutputMount(root, mount);
  return place;
}

/** Where the volume is mounted that has a path, or would have it: from there up the device is another one. */
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
