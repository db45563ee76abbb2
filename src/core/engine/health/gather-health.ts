import type { UploadState } from '#shared/uploads/upload.ts';
import { policyRemarks } from '#core/ports/policy-rules.ts';
import { uploadKeyProblem } from '#core/ports/profile-keys.ts';
import type { AttentionGroup, Finding, Health } from '#shared/bridge/health.ts';
import { type ErrorCode, isErrorCode } from '#shared/errors/catalog.ts';
import { folderIdSchema } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { said } from '#shared/spoken/said.ts';
import { countOpen } from '#shared/uploads/open-states.ts';
import { onReadOnlyDisk } from '../../data-folder/private-folder.ts';
import { accountCheckOf } from '../../ledger/accepted-key.ts';
import { createAttentionCounts } from '../../ledger/attention-counts.ts';
import { formerService } from '../../ledger/service-of-history.ts';
import type { Hold } from '../../service/pause.ts';
import { placeOf } from '../../watch/coverage.ts';
import { vanishedOf } from '../../watch/vanished.ts';
import { pausedUntil } from '../bandwidth.ts';
import { activeProfile, type CoreContext } from '../core-context.ts';
import { pausedFolders } from '../folders-at-rest.ts';
import {
  agentFindings,
  findingOf,
  folderFindings,
  profileFindings,
  spokenFinding,
  stepFinding,
} from './findings.ts';
import { stateOf, worstFirst } from './judge-health.ts';
import type { LiveParts } from './live-parts.ts';

/**
 * Gathers the health from the ledger, the settings, the key store, the running agent's report, and the number
 * of uploads in each state.
 */
export async function gatherHealth(
  context: CoreContext,
  {
    live,
    counts,
    keys = {},
  }: {
    live: LiveParts | undefined;
    counts: Readonly<Record<string, number>>;
    /** Key problems that the caller has already read, as in `live`; none is read twice. */
    keys?: LiveParts['keys'];
  },
): Promise<Health> {
  const { settings, ledger } = context;
  const { profiles, folders } = settings.get();
  const findings: Finding[] = (live?.notices ?? []).flatMap(({ code, detail }) =>
    isErrorCode(code) ? [findingOf('settings', levelOfNotice(code), code, detail)] : [],
  );
  for (const remark of policyRemarks(settings.policy))
    findings.push(spokenFinding('settings', 'note', remark));
  const agent = context.agent();
  const silentSince = context.silentSince(agent);
  findings.push(
    ...agentFindings({
      stands: live?.stands ?? [],
      failing: live?.failing ?? [],
      holder: agent,
      silentSince,
      readOnly: silentSince === undefined ? undefined : onReadOnlyDisk(context.dataDirectory),
    }),
  );
  const attentionCounts = createAttentionCounts(context.database);
  const now = context.clock.now();
  const paused = pausedFolders(folders);
  for (const profile of profilesInUse(context)) {
    const hasOpen = countOpen(ledger.history.counts({ profileId: profile.id })) > 0;
    findings.push(
      ...profileFindings({
        profile,
        policy: settings.policy,
        keyProblem: await keyProblemOf(context, { ...keys, ...live?.keys }, profile),
        movedFrom: formerService(ledger, profile),
        service: live?.services[profile.id],
        team: live?.teams[profile.id],
        holds: holdsOf(live, profile.id, now),
        rebuilding: live?.rebuilding[profile.id],
        pausedUntil: hasOpen ? pausedUntil(settings.get(), profile, now) : undefined,
        waitForPaused: hasOpen ? attentionCounts.countWaitingForPaused(profile.id, paused) : 0,
        keyCheckedSince: hasOpen ? accountCheckOf(ledger, profile.id)?.since : undefined,
        undeleted: ledger.slots.countRefused(profile.id),
        stuck: attentionCounts.countStuck(profile.id, now - stuckForMs, now - waitsForMs),
      }),
    );
  }
  for (const { id } of profiles)
    for (const failed of attentionCounts.countFailedSteps(id))
      findings.push(stepFinding(failed, id, folders));
  for (const folder of folders) {
    const vanished = vanishedOf(context.database, folder.id);
    findings.push(
      ...folderFindings({
        folder,
        live: live?.folders[folder.id],
        vanished,
        dataDirectory: context.dataDirectory,
        isStuck: (since) => since <= now - stuckForMs,
      }),
    );
  }
  const open = countOpen(counts);
  const { groups, waiting } = countsOf(attentionCounts, settings.get());
  const attention = groups.reduce((sum, { count }) => sum + count, 0);
  const isWatched = agent === 'unnamed' || agent?.engine === 'watch';
  const watched = folders.filter(({ paused }) => !paused);
  const hasAgent = watched.length > 0 ? isWatched : agent !== undefined;
  const isFinishing = profiles.some(({ id }) => ledger.uploads.hasMoreToDo(id, paused));
  const hasWork = watched.length > 0 || open > 0 || isFinishing;
  // A folder without a report has not been searched yet.
  const isLooking =
    hasAgent && watched.some(({ id }) => (live?.folders[id]?.health.mode ?? 'starting') === 'starting');
  if (!hasAgent && hasWork) findings.push(spokenFinding('agent', 'note', said('health.noAgent')));
  const state = stateOf({
    hasProfile: profiles.length > 0,
    isPaused: context.isPaused() || isTeamPaused(context, live),
    hasAgent,
    hasWork,
    open,
    isFinishing,
    isLooking,
    findings,
    attention,
    waiting,
  });
  return {
    state,
    findings: worstFirst(findings),
    attention: { total: attention, groups },
    waiting,
    services: live?.services ?? {},
    teams: live?.teams ?? {},
  };
}

/** A refused file does not stop the work, but the settings in force are older than the file. */
const levelOfNotice = (code: ErrorCode) => (code === 'CONFIGURATION_REFUSED' ? 'attention' : 'note');

/** What is stuck for less is not reported: the next answer of the service or of a drive may end it, ms. */
const stuckForMs = 5 * 60_000;
/** Another machine that uploads the same bytes for longer is reported, ms. */
const waitsForMs = 15 * 60_000;

/** Whether someone of a team has paused every profile that uploads here use. */
function isTeamPaused(context: CoreContext, live: LiveParts | undefined): boolean {
  const used = profilesInUse(context);
  return used.length > 0 && used.every(({ id }) => (live?.teams[id]?.paused ?? null) !== null);
}

/** The pauses of a profile that have not ended. */
export function holdsOf(
  live: Pick<LiveParts, 'holds'> | undefined,
  profileId: string,
  now: number,
): readonly Hold[] {
  return (live?.holds[profileId] ?? []).filter(({ until }) => until > now);
}

/** As the sending process reports it: the key may be set in that process's environment only. */
async function keyProblemOf({ secrets }: CoreContext, keys: LiveParts['keys'], profile: Profile) {
  const told = keys[profile.id];
  if (told === undefined) return uploadKeyProblem(secrets, profile);
  return told !== null && isErrorCode(told) ? told : undefined;
}

/** The active profile, those of folders that are not paused, and those with uploads that have not ended. */
export function profilesInUse({ settings, ledger }: CoreContext): readonly Profile[] {
  const { profiles, folders } = settings.get();
  if (profiles.length === 0) return [];
  const active = activeProfile({ settings });
  const paused = pausedFolders(folders);
  return profiles.filter(
    ({ id }) =>
      id === active.id ||
      folders.some(({ profileId, paused: isPaused }) => profileId === id && !isPaused) ||
      ledger.uploads.isUnfinished(id, paused),
  );
}

/** These files have no upload. */
const noUpload = { outcome: null, problem: null, originalOutcome: null, originalProblem: null };

function countsOf(counts: ReturnType<typeof createAttentionCounts>, { folders, profiles }: Settings) {
  const groups: AttentionGroup[] = counts
    .countUploads(profiles.map(({ id }) => id))
    .map(({ code, count, folderId }) => ({
      code: code ?? 'UNEXPECTED',
      count,
      place: 'uploads',
      folderId: folderId === null ? null : folderIdSchema.parse(folderId),
    }));
  let waiting = 0;
  for (const { id } of folders) {
    for (const { disposition, reason, count } of counts.countFiles(id)) {
      if (disposition === 'gone' && reason !== 'DELETE_CAP') continue;
      const place = placeOf({ disposition, reason, ...noUpload });
      if (place.kind === 'attention') groups.push({ code: place.why, count, place: 'files', folderId: id });
      else if (disposition === 'settling') waiting += count;
    }
  }
  return { groups: groups.sort((one, two) => two.count - one.count), waiting };
}

/** States in which nothing is left to do, for anybody. */
const ended: readonly UploadState[] = ['completed', 'duplicate', 'cancelled'];

/**
 * How many uploads there are, by state. Those with something left to do count only for profiles that are set
 * up: nothing works for a removed one, and what it had is history until it is added again.
 */
export function countsInUse({ ledger, settings }: Pick<CoreContext, 'ledger' | 'settings'>) {
  const counts: Partial<Record<UploadState, number>> = {};
  const all = ledger.history.counts({ profileId: null });
  for (const state of ended) if (all[state] !== undefined) counts[state] = all[state];
  for (const { id } of settings.get().profiles)
    for (const [state, n] of Object.entries(ledger.history.counts({ profileId: id })) as [
      UploadState,
      number,
    ][])
      if (!ended.includes(state)) counts[state] = (counts[state] ?? 0) + n;
  return counts;
}
