import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxProcess } from '../../src/cli/sandbox-process.ts';
import { compiledSources } from '../support/compiled-sources.ts';
import { type Program, startProgram } from '../support/programs.ts';
import { type Tuning, tuningVariable } from './tuning.ts';

/** The folders of one run, and how programs are started in it. */
export interface TorturePlace {
  readonly base: string;
  readonly data: string;
  readonly log: string;
  folder(name: string): string;
  agent(args: readonly string[], more?: Readonly<Record<string, string>>): Program;
  /** Where the agent keeps a copy of the ledger as of its last sync. */
  readonly synced: string;
  /** Runs a command of the agent to its end. */
  command(args: readonly string[]): Promise<string>;
  remove(): void;
}

export function createTorturePlace(sandbox: SandboxProcess, tuning: Tuning): TorturePlace {
  const base = mkdtempSync(join(tmpdir(), 'sluice-torture-'));
  const data = join(base, 'data');
  const log = join(base, 'programs.log');
  const synced = join(base, 'synced.sqlite');
  const variables = {
    // Half a second of each start is the compiler's; a life is better spent on what is to be tortured.
    NODE_COMPILE_CACHE: compiledSources,
    SLUICE_API_KEY: sandbox.apiKey,
    [tuningVariable]: JSON.stringify(tuning),
  };
  const agent = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    startProgram(new URL('./agent/index.ts', import.meta.url), [...args, '--data-dir', data], {
      variables: { ...variables, ...more },
      log,
    });
  return {
    base,
    data,
    log,
    synced,
    folder(name) {
      const path = join(base, name);
      mkdirSync(path, { recursive: true });
      return path;
    },
    agent,
    async command(args) {
      const { code, stdout, stderr } = await agent(args).ended;
      if (code !== 0) throw new Error(`sluice ${args.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}
