import { resolve } from 'node:path';
import envPaths from 'env-paths';

/**
 * Where this agent keeps everything: what `--data-dir` says, else the usual place of the operating system.
 */
export function dataDirectory(chosen: string | undefined, workingDirectory: string): string {
  if (chosen !== undefined) return resolve(workingDirectory, chosen);
  return envPaths('sluice', { suffix: '' }).data;
}
