import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { type ExitClass, exitCodes } from '#shared/errors/catalog-entry.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { fakeEnvironment } from '../../src/cli/testing/fake-environment.ts';
import type { EngineFixture } from '../support/engine-fixture.ts';
import { gist } from './places.ts';
import { expectTextToSay, readStatus } from './status-says.ts';

/** A command from its words to its exit code, over the ledger, the profile and the key of a test. */
async function run(engine: EngineFixture, ...args: string[]) {
  const { dataDirectory } = engine.dependencies;
  writeFileSync(join(dataDirectory, 'settings.json'), JSON.stringify(engine.settings.get()));
  const { environment, stdout, stderr } = fakeEnvironment({
    workingDirectory: engine.directory,
    createCore: () => engine.createCore(),
  });
  const code = await runCommandLine([...args, '--data-dir', dataDirectory], environment);
  return { code, stdout: stdout(), stderr: stderr() };
}

/** `sluice status`, as text and as JSON, says what the agent says, and ends by it. */
export async function expectCommandToSay(
  engine: EngineFixture,
  status: AgentStatus,
  exit: ExitClass,
): Promise<void> {
  const json = await run(engine, 'status', '--json');
  const text = await run(engine, 'status');
  expect([json.stderr, text.stderr]).toEqual(['', '']);
  expect([json.code, text.code]).toEqual([exitCodes[exit], exitCodes[exit]]);
  const said = readStatus(json.stdout);
  expect(gist(said.health)).toEqual(gist(status.health));
  expect([said.counts, said.paused]).toEqual([status.counts, status.paused]);
  expect(said.profile?.id).toEqual(status.profile?.id);
  expect(said.agent).toEqual(status.agent);
  expect(said.dataDirectory).toBe(engine.dependencies.dataDirectory);
  expect(said.folders.map(({ folder }) => folder)).toEqual(engine.settings.get().folders);
  expectTextToSay(text.stdout, said);
}
