import { builtAppVariable } from '../../../scripts/built-variables.ts';
import { projectRoot, runTool } from '../../support/project-copy.ts';

/**
 * The app as it ships: the one that `npm test` built for all its steps, or else one that is built here.
 *
 * @param out where it is built to
 * @returns where it is
 */
export function findOrBuildApp(out: string): string {
  const built = process.env[builtAppVariable];
  if (built !== undefined) return built;
  const { status, output } = runTool(projectRoot, 'electron-vite', 'build', '--outDir', out);
  if (status !== 0) throw new Error(output);
  return out;
}
