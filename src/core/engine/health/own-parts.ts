import { uploadKeyProblem } from '#core/ports/profile-keys.ts';
import type { FolderHealth } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import type { CollectProgress } from '../../rebuild/collect-known.ts';
import { rebuildFactOf } from '../../ledger/rebuild-fact.ts';
import type { Hold } from '../../service/pause.ts';
import type { CoreContext } from '../core-context.ts';
import { type Standby, standbyOf } from '../team-link.ts';
import { lossCodes } from '../open-data-folder.ts';
import { profilesInUse } from './gather-health.ts';
import type { LiveParts } from './live-parts.ts';

/** A lost ledger is a finding until the service has reported what it has. */
const losses: ReadonlySet<string> = new Set(Object.values(lossCodes));

/**
 * Gathers the parts that this process knows while it runs the queue. `sinceOf` returns since when a folder
 * has had its mode, ms since the epoch.
 */
export async function ownParts(
  context: CoreContext,
  sinceOf: (folderId: string, health: FolderHealth) => number,
): Promise<LiveParts> {
  const { engines, secrets, settings } = context;
  const parts: LiveParts = {
    keys: {},
    services: {},
    teams: {},
    holds: {},
    rebuilding: {},
    folders: {},
    stands: [...context.stands()],
    failing: [...context.failing()],
    notices: [],
  };
  const profiles = profilesInUse(context);
  const isRebuilt = profiles.every(({ id }) => rebuildFactOf(context.ledger, id)?.state !== 'collecting');
  for (const { code, detail } of context.notices())
    if (!isRebuilt || !losses.has(code)) parts.notices.push({ code, detail: detail ?? null });
  for (const profile of profiles) parts.keys[profile.id] = (await uploadKeyProblem(secrets, profile)) ?? null;
  for (const [id, { service, link, rebuilding }] of engines) {
    parts.services[id] = service.governor.state();
    const team = link.standing();
    if (team) parts.teams[id] = team;
    const holds = service.client.holds();
    if (holds.length > 0) parts.holds[id] = holds.map(inSeconds);
    if (rebuilding) parts.rebuilding[id] = progressOf(rebuilding);
  }
  const watch = context.watch();
  if (!watch) return parts;
  for (const folder of settings.get().folders) {
    const standby = standbyOf(context, folder);
    const known = watch.health(folder.id);
    const health =
      standby === undefined ? await withAsides(context, folder, known) : standbyHealth(known, standby);
    parts.folders[folder.id] = { health, since: sinceOf(folder.id, health) };
  }
  return parts;
}

const wordsOf = {
  asking: { mode: 'starting', said: said('health.starting') },
  paused: { mode: 'paused', said: said('health.sharedPaused') },
  unreachable: { mode: 'standby', said: said('health.sharedUnknown') },
} as const;

/** The health of a folder that another machine watches, or may watch. */
export function standbyHealth(health: FolderHealth, standby: Standby): FolderHealth {
  const words =
    typeof standby === 'string'
      ? wordsOf[standby]
      : ({ mode: 'standby', said: said('health.watchedBy', { machine: standby.by }) } as const);
  return { ...health, ...words, why: speakEnglish(words.said), remarks: [] };
}

/**
 * Adds a remark for each file that another Sluice set aside in the folder: the file is hidden until it gets
 * its name back (W18).
 */
async function withAsides(
  { engines }: CoreContext,
  folder: WatchFolder,
  health: FolderHealth,
): Promise<FolderHealth> {
  const paths = await engines.get(folder.profileId)?.setAsideByOthers(folder.id);
  if (!paths || paths.length === 0) return health;
  const remarks = paths.map((path) => said('health.asideOfOther', { path }));
  return {
    ...health,
    why: [health.why, ...remarks.map(speakEnglish)].join(' '),
    remarks: [...(health.remarks ?? []), ...remarks],
  };
}

/** Rounds to seconds, so that two looks return the same. */
function inSeconds(hold: Hold): Hold {
  const whole = (milliseconds: number) => Math.round(milliseconds / 1000) * 1000;
  return { ...hold, since: whole(hold.since), until: whole(hold.until) };
}

function progressOf({ documents, reading, unsized }: CollectProgress): string | null {
  if (unsized > 0) return `${unsized} documents left to look at one by one`;
  return reading === 0 ? null : `${documents} documents read, reading ${reading} of the list`;
}
