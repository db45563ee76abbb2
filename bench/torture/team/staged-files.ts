import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultRule } from '../../../src/sandbox/http/fault-rule.ts';
import { contentOf, sha256Of } from '../writer/content.ts';
import type { Canary } from './canaries.ts';
import { lateBytes } from './late-bytes.ts';
import { standOffsInAll } from './team-plan.ts';

/**
 * How two machines come to differ about one file. Who sends it stands still for `stopMs` while its bytes are
 * on their way for `delayMs`; a lease of 15 s, 10 s of grace and 10 s for late bytes are 35.
 * - `lands`: they come while nobody looks, and whoever takes over finds a document
 * - `late`: they come when whoever took over deleted the slot, and sent the file anew
 */
export const standOffs = {
  lands: { delayMs: 15_000, stopMs: 55_000 },
  late: { delayMs: 70_000, stopMs: 76_000 },
} as const;
export type StandOff = keyof typeof standOffs;

export const standOffFile = (kind: StandOff, number: number) => `${kind}-${number}.txt`;

/** Files of a rush, each of which takes its time. */
export const rushFile = (number: number) => `rush-${number}.txt`;
const rushPutMs = 8_000;
const bytesOfFile = 2_000;

/** What the harness writes itself, for the judge as the writer's files are. */
export interface StagedFiles {
  readonly versions: readonly string[];
  readonly files: readonly string[];
  /** Into this folder, in one go; the path. */
  write(folder: string, name: string): string;
}

export function createStagedFiles(seed: number): StagedFiles {
  const versions: string[] = [];
  const files: string[] = [];
  return {
    versions,
    files,
    write(folder, name) {
      const path = join(folder, name);
      const bytes = contentOf(`${name} of ${seed}`, bytesOfFile, name);
      versions.push(sha256Of(bytes));
      files.push(path);
      writeFileSync(path, bytes);
      return path;
    },
  };
}

export const slowRush: FaultRule = {
  match: { origin: 'storage', method: 'PUT', fileName: '^rush-' },
  kind: 'slow',
  delayMs: rushPutMs,
};

/** How the service takes what is staged; before all other faults, which would make something else of it. */
export function stagedFaults(canary: Canary | undefined): FaultRule[] {
  const put = { origin: 'storage', method: 'PUT' } as const;
  const each = Array.from({ length: standOffsInAll }, (_, index) => {
    const name = (kind: StandOff) => `^${standOffFile(kind, index + 1)}$`;
    const { lands, late } = standOffs;
    const times = 1;
    return [
      { match: { ...put, fileName: name('lands') }, kind: 'slow', delayMs: lands.delayMs, times },
      lateBytes(canary, { fileName: name('late'), delayMs: late.delayMs, times }),
    ] satisfies FaultRule[];
  });
  return [...each.flat(), slowRush];
}
