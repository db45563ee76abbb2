import type { FileHandle } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import process from 'node:process';
import { type CoreDependencies, createCore } from '#core/create-core.ts';
import type { Team } from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { runCommandLine } from '../../../src/cli/command-line.ts';
import { interruption } from '../../../src/cli/interruption.ts';
import { quietExperimentalWarnings } from '../../../src/cli/quiet-warnings.ts';
import { copyForSync, syncedVariable } from '../synced-ledger.ts';
import { type Canary, canaryVariable, serviceVariable, spoilt } from '../team/canaries.ts';
import { clockVariable, setClock, tuningVariable } from '../tuning.ts';

/**
 * The agent under torture: the command line as it ships (`src/cli/index.ts`), with things added: the knobs of
 * `createCore` that nobody should have to wait for, from the environment as JSON; a wall clock that is set on
 * the way; a copy of the ledger at each of its syncs, which is what a power cut leaves; and, in a team, a
 * canary between the engine and the team.
 */
quietExperimentalWarnings(process);

const tuning = JSON.parse(process.env[tuningVariable] ?? '{}') as NonNullable<CoreDependencies['tuning']>;

const synced = process.env[syncedVariable];
const clockSet = process.env[clockVariable];

const canary = process.env[canaryVariable] as Canary | undefined;

process.exitCode = await runCommandLine(process.argv.slice(2), {
  variables: process.env,
  workingDirectory: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  createCore: (dependencies) =>
    createCore({
      ...dependencies,
      ...(clockSet === undefined ? {} : { clock: setClock(dependencies.clock, clockSet) }),
      tuning: {
        ...tuning,
        ...(synced === undefined ? {} : { ledger: { syncFile } }),
        ...(canary === undefined ? {} : { team: (team: Team) => spoilt(team, canary, deleteSlot) }),
      },
    }),
  interrupted: interruption(process).signal,
});

/** What an agent of a canary does behind the back of the engine. */
async function deleteSlot(id: ContentId): Promise<void> {
  await fetch(`${process.env[serviceVariable]}/contents/v1/documents/${id}`, {
    method: 'DELETE',
    headers: { 'x-api-key': process.env.SLUICE_API_KEY ?? '' },
  }).catch(() => undefined);
}

async function syncFile(file: FileHandle): Promise<void> {
  // Node keeps what it compiled when a process ends, and lives are killed. Only what is new is written.
  flushCompileCache();
  const at = process.argv.indexOf('--data-dir');
  const copy = copyForSync(process.argv[at + 1] ?? '', synced ?? '');
  await file.datasync();
  copy.keep();
}

// As in `src/cli/index.ts`: nothing that may still be open keeps the program once its work is done.
setTimeout(() => process.exit(), 1000).unref();
