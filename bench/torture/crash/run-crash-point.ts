import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Core } from '#core/create-core.ts';
import { type CrashPlace, type CrashPoint, createCrashPlace } from './crash-place.ts';
import type { CrashScenario } from './scenarios.ts';
import { filesBelow } from '../../support/files.ts';
import { sha256Of } from '../writer/content.ts';

/** A life may take so long; more is a hang. Real ms. */
const patience = 30_000;

export interface CrashResult {
  /** False when the scenario was over before the point came. */
  readonly reached: boolean;
  readonly statement: string;
  /** What is not as it should be after the next start; empty when all is well. */
  readonly problems: readonly string[];
}

/** Runs a scenario into a crash, starts again as after any crash, and takes stock. */
export async function runCrashPoint(
  scenario: CrashScenario,
  point: CrashPoint | undefined,
  profile: 'spec' | 'field' = 'spec',
): Promise<CrashResult> {
  const place = await createCrashPlace(point, scenario.faults ?? [], profile);
  const problems: string[] = [];
  // What nobody catches ends a real program.
  const uncaught = (error: unknown) => problems.push(`uncaught: ${(error as Error).stack ?? String(error)}`);
  process.on('uncaughtException', uncaught).on('unhandledRejection', uncaught);
  try {
    await scenario.prepare?.(place);
    const first = await place.begin(scenario.engine);
    const acted = scenario.act(place, first).catch((error: Error) => {
      // A call that fails because the disk does is told so, and is no fault.
      if (!place.reached()) problems.push(`the first life failed by itself: ${error.message}`);
    });
    await withPatience(Promise.race([acted, place.died]), 'the first life', problems);
    await withPatience(place.end(first), 'stop()', problems);
    const second = place.createCore();
    await second.start(scenario.engine);
    await scenario.afterwards?.(place, second);
    if (scenario.engine === 'watch') await second.calls['folders.reconcile']({});
    await withPatience(second.whenIdle(), 'the second life', problems);
    problems.push(...(await stock(place, second, scenario)));
  } catch (error) {
    problems.push((error as Error).stack ?? String(error));
  } finally {
    await place.close().catch((error: Error) => problems.push(`closing: ${error.message}`));
    process.off('uncaughtException', uncaught).off('unhandledRejection', uncaught);
  }
  return { reached: place.reached(), statement: place.statement(), problems };
}

async function withPatience(work: Promise<unknown>, what: string, problems: string[]): Promise<void> {
  const ended = await Promise.race([work.then(() => true), wait(patience, false, { ref: false })]);
  if (!ended) problems.push(`${what} did not end within ${patience / 1000} s`);
}

/**
 * The ledger says what the service holds, each content stands in one document at most, and nothing is left
 * half done.
 */
async function stock(place: CrashPlace, core: Core, scenario: CrashScenario): Promise<string[]> {
  const problems: string[] = [];
  const { rows } = await core.calls['uploads.list']({ order: 'oldest', limit: 1000 });
  const live = place.sandbox.audit().documents.filter((document) => !document.deleted);
  const held = new Map<string, number>();
  for (const { sha256 } of live) held.set(sha256 ?? '', (held.get(sha256 ?? '') ?? 0) + 1);
  for (const [sha256, count] of held) if (count > 1) problems.push(`${count} documents of ${sha256}`);
  const claimed = new Set(rows.filter((row) => row.state === 'completed').map((row) => row.sha256));
  for (const sha256 of claimed)
    if (!held.has(sha256 ?? '')) problems.push(`completed, but the service has no ${sha256}`);
  for (const sha256 of held.keys())
    if (!claimed.has(sha256)) problems.push(`the service holds ${sha256}, and no upload says so`);
  for (const row of rows) {
    if (!['completed', 'duplicate', 'cancelled'].includes(row.state))
      problems.push(`${row.fileName} is ${row.state} ${row.code ?? ''} ${row.detail ?? ''}`);
    if (row.state === 'duplicate' && !claimed.has(row.sha256))
      problems.push(`${row.fileName} is the duplicate of nothing`);
  }
  for (const path of place.told.added)
    if (!rows.some((row) => row.path === path)) problems.push(`${path} was said to be added, and is not`);
  for (const id of place.told.cancelled) {
    const state = rows.find((row) => row.id === id)?.state;
    if (state !== 'cancelled') problems.push(`upload ${id} was said to be cancelled, and is ${state}`);
  }
  for (const name of scenario.atTheEnd?.(place) ?? []) problems.push(`${name} is nowhere`);
  if (scenario.engine === 'watch') {
    for (const path of filesBelow(place.files)) {
      const sha256 = sha256Of(readFileSync(path));
      if (!held.has(sha256)) problems.push(`${path} is not at the service`);
      if (/quarantine/i.test(path)) problems.push(`${path} was left behind`);
    }
  }
  return problems;
}
