import { resolve } from 'node:path';
import { type Said, said } from '#shared/spoken/said.ts';
import { wayBelow } from './below.ts';
import { findNesting, isOwn, type RootLook, withOwn } from './nesting.ts';

/**
 * Why Sluice must not put files of a watch folder into another folder: it would find them again there, or its
 * own files are kept there. What lies in the watch folder is left out by its name below it, so the settings
 * have to name it as the disk does. Links can change, so it is asked before each move too.
 *
 * @param root absolute path of the watch folder
 * @param output absolute path of the done or failed folder
 * @param own absolute path of Sluice's data folder
 */
export async function outputProblem(
  root: string,
  output: string,
  own: string | undefined,
  look: RootLook,
): Promise<Said | undefined> {
  const places = [
    { id: 'root', path: root },
    { id: 'output', path: output },
  ];
  const nesting = await findNesting(withOwn(places, own), look);
  if (isOwn(nesting, 'output')) return said('usage.ownFolder', { path: output });
  const found = (nesting.inside.get('root') ?? []).filter(({ id }) => id === 'output');
  if (found.some(({ path }) => path === '')) return said('usage.movesToItself', { path: root });
  const named = wayBelow(resolve(output), resolve(root));
  const other = found.find(({ path }) => path !== named);
  return other && said('usage.outputElsewhere', { path: output, below: other.path });
}
