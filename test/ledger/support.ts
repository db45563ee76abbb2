import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '#core/create-core.ts';
import { type EngineFixture, idle, until } from '../support/engine-fixture.ts';

export const textOf = (name: string) => `What ${name} says, and nobody else.`;

export async function noticesOf(core: Core): Promise<string[]> {
  return (await core.calls['agent.status']({})).health.findings.map(({ code }) => code ?? '');
}

/** Whether the log names this loss: the finding ends with the rebuild. */
export function isLogged({ log }: EngineFixture, code: string): boolean {
  return log.some((line) => line.includes(code));
}

/** An agent with a watch folder whose files are in. */
export async function watching(engine: EngineFixture, names: readonly string[]): Promise<Core> {
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox')] }));
  for (const name of names) engine.file(`inbox/${name}`, textOf(name));
  const core = await engine.start('watch');
  await until('all are in', () => engine.live().length === names.length);
  await idle(core);
  return core;
}

/** The same, and the agent stopped; what the service was asked until then is forgotten. */
export async function uploaded(engine: EngineFixture, names: readonly string[]): Promise<void> {
  const core = await watching(engine, names);
  await core.stop();
  engine.sandbox.requests.clear();
}

export function ledgerOf(engine: EngineFixture): string {
  return join(engine.dataDirectory, 'ledger.sqlite');
}

/** Takes SQLite's log away, so that the file of the ledger is all there is. */
export function dropLog(engine: EngineFixture): void {
  for (const suffix of ['-wal', '-shm']) rmSync(`${ledgerOf(engine)}${suffix}`, { force: true });
}

export function loseLedger(engine: EngineFixture): void {
  rmSync(ledgerOf(engine), { force: true });
  dropLog(engine);
}
