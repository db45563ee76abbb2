import { expect } from 'vitest';
import type { Core } from '#core/create-core.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { findingKey, type Health } from '#shared/bridge/health.ts';
import { createHealthChanges } from '#core/public/health/health-changes.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { changeLines, exitOf, findingText, stateText } from '../../src/cli/output/health-text.ts';
import { english } from '../../src/cli/testing/voices.ts';
import { createStateFollower } from '../../src/main/desktop-state.ts';
import { createNoticeGatherer } from '../../src/main/notices.ts';
import { trayWords } from '../../src/main/tray-words.ts';

/** What every place that says how Sluice is doing must agree on. */
export function gist({ state, findings, attention, waiting }: Health) {
  const groups = attention.groups.map(({ code, count, place }) => `${place} ${code} ${count}`).sort();
  return { state, findings: findings.map(findingKey), groups, waiting };
}

/** The words of the command line and what the tray shows, from one status. */
export function placesOf(status: AgentStatus) {
  const { health } = status;
  return {
    line: stateText(health, english),
    lines: health.findings.map((finding) => findingText(finding, english, () => undefined)),
    exit: exitOf(health),
    tray: createStateFollower()(status),
    trayWords: trayWords(createStateFollower()(status), inEnglish.say),
    watch: changeLines(createHealthChanges()(status), english, () => undefined),
    notice: noticeOf(status),
  };
}

/**
 * What the app's notification tells of what came to its end since the start, when nothing of this was there
 * then.
 */
function noticeOf({ counts }: AgentStatus) {
  const gather = createNoticeGatherer();
  gather({}, 0);
  return gather(counts, Number.MAX_SAFE_INTEGER) ?? { completed: 0, attention: 0 };
}

/** Every number leads to a list of exactly so many rows. */
export async function expectNumbersToBeLists({ calls }: Pick<Core, 'calls'>, health: Health): Promise<void> {
  const folders = await calls['folders.list']({});
  let waiting = 0;
  for (const { folder, coverage } of folders) {
    const { seen, searchable, inProgress, ignored, attention } = coverage;
    expect(searchable + inProgress + ignored + attention, 'the coverage adds up').toBe(seen);
    for (const place of ['ignored', 'attention', 'inProgress'] as const) {
      const { total } = await calls['folders.files']({ folderId: folder.id, place });
      expect(total, `files ${place}`).toBe(coverage[place]);
    }
    waiting += (await calls['folders.files']({ folderId: folder.id, place: 'waiting' })).total;
  }
  expect(health.waiting, 'files that wait').toBe(waiting);
  let total = 0;
  for (const { code, count, place, folderId } of health.attention.groups) {
    total += count;
    const filter = { profileId: null, states: ['attention' as const], code };
    const list =
      place === 'uploads' || folderId === null
        ? await calls['uploads.list']({ filter, limit: 1 })
        : await calls['folders.files']({ folderId, place: 'attention', reason: code });
    expect(list.total, `what needs a person for ${code}`).toBe(count);
  }
  expect(health.attention.total).toBe(total);
}
