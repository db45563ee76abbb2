import { resolve } from 'node:path';
import { addressRefusal } from '#core/ports/policy-rules.ts';
import { addressProblem } from '#core/ports/profile-addresses.ts';
import { placeOfMissingKey } from '#core/ports/profile-keys.ts';
import type { Vanished } from '#shared/bridge/folders.ts';
import {
  type Finding,
  isPassing,
  type ServiceHealth,
  shortestPauseTold,
  type TeamHealth,
} from '#shared/bridge/health.ts';
import { sentence } from '#shared/errors/app-error.ts';
import { type ErrorCode, isErrorCode } from '#shared/errors/catalog.ts';
import { profileIdSchema } from '#shared/ids/ids.ts';
import type { Policy } from '#shared/settings/policy.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import type { FailedStepCount, StuckCount } from '../../ledger/attention-counts.ts';
import type { Holder } from '../../ledger/lock.ts';
import type { Hold } from '../../service/pause.ts';
import type { LiveParts } from './live-parts.ts';

type Rest = Partial<Pick<Finding, 'since' | 'until' | 'profileId' | 'folderId'>>;

/** A finding with a sentence and without a code. */
export function spokenFinding(
  about: Finding['about'],
  level: Finding['level'],
  said: Said,
  rest: Rest = {},
): Finding {
  const nothing = { code: null, since: null, profileId: null, folderId: null };
  return { ...nothing, about, level, said, message: speakEnglish(said), ...rest };
}

/** A finding with a code of the catalog of errors. */
export function findingOf(
  about: Finding['about'],
  level: Finding['level'],
  code: ErrorCode,
  detail: string | null | undefined,
  rest: Rest = {},
): Finding {
  const said = { code, values: detail == null ? {} : { detail } };
  return { ...spokenFinding(about, level, said, rest), code, message: sentence(code, detail ?? undefined) };
}

/** The state of one profile that uploads use. */
export interface ProfileParts {
  readonly profile: Profile;
  /** The policy of the machine's administrator. */
  readonly policy: Policy | undefined;
  readonly keyProblem: ErrorCode | undefined;
  /** The address that its history belongs to, if it differs. */
  readonly movedFrom: string | undefined;
  /** Undefined while no process runs its queue. */
  readonly service: ServiceHealth | undefined;
  /** Undefined while no process runs its queue, and if this machine has no team. */
  readonly team: TeamHealth | undefined;
  /** Pauses that background work waits for. */
  readonly holds: readonly Hold[];
  /** Progress of the collecting after a lost ledger, as a sentence; undefined if there is none. */
  readonly rebuilding: string | null | undefined;
  /** Documents whose status the service does not report, or repeats. */
  readonly stuck: readonly StuckCount[];
  /**
   * When the timetable lets uploads go on that it pauses now, ms since the epoch; null where it never does.
   * Undefined where it pauses nothing, or there is nothing to send.
   */
  readonly pausedUntil: number | null | undefined;
  /** Files that wait for the same bytes of an upload that is paused. */
  readonly waitForPaused: number;
  /** Since when uploads wait for the check whether a new key is of the same account; undefined if none do. */
  readonly keyCheckedSince: number | undefined;
  /** Documents that no upload needs and that the service does not let Sluice delete. */
  readonly undeleted: number;
}

/** Codes of an open governor when storage asks for a pause. */
const ofStorage: ReadonlySet<string | null> = new Set(['STORAGE_FAILED', 'RATE_LIMITED']);

export function profileFindings(parts: ProfileParts): Finding[] {
  const { profile, policy, keyProblem, movedFrom, service, team, holds, rebuilding } = parts;
  const rest = { profileId: profile.id };
  const findings: Finding[] = [];
  const addresses = new Set([profile.baseUrl, profile.agentsUrl ?? profile.baseUrl]);
  for (const address of addresses) {
    const problem = addressProblem(address, profile.insecureAccepted) ?? addressRefusal(policy, address);
    if (problem) findings.push(findingOf('service', 'trouble', problem.code, problem.detail, rest));
  }
  // Sluice sends nothing to such an address, with or without a key.
  if (keyProblem !== undefined && findings.length === 0)
    findings.push(
      findingOf(aboutOf(keyProblem), 'trouble', keyProblem, placeOfMissingKey(keyProblem, profile), rest),
    );
  const isSaid = findings.some(({ code }) => code === service?.code);
  if (service && service.code !== null && isErrorCode(service.code) && !isSaid) {
    const level = service.needsPerson ? 'trouble' : 'held';
    const until = ofStorage.has(service.code) ? spanOf(holds, 'storage')?.until : undefined;
    const span = { since: service.since, ...(until === undefined ? {} : { until }) };
    findings.push(
      findingOf(aboutOf(service.code), level, service.code, service.detail, { ...rest, ...span }),
    );
  }
  findings.push(...holdFindings(parts, rest));
  if (team) findings.push(...teamFindings(team, rest));
  if (movedFrom !== undefined) {
    const detail = `${profile.name}: ${movedFrom} → ${profile.baseUrl}`;
    findings.push(findingOf('service', 'trouble', 'PROFILE_MOVED', detail, rest));
  }
  if (rebuilding !== undefined)
    findings.push(findingOf('ledger', 'held', 'LEDGER_REBUILDING', rebuilding, rest));
  const { keyCheckedSince, pausedUntil, waitForPaused: count } = parts;
  if (count > 0)
    findings.push(spokenFinding('agent', 'attention', said('health.waitsForPaused', { count }), rest));
  if (pausedUntil === null)
    findings.push(spokenFinding('settings', 'trouble', said('health.timetableAlways'), rest));
  else if (pausedUntil !== undefined)
    findings.push(
      spokenFinding('settings', 'held', said('health.timetable'), { ...rest, until: pausedUntil }),
    );
  if (keyCheckedSince !== undefined)
    findings.push(
      spokenFinding('key', 'held', said('health.keyChecked'), { ...rest, since: keyCheckedSince }),
    );
  findings.push(...parts.stuck.flatMap((one) => stuckFinding(one, rest)));
  if (parts.undeleted > 0)
    findings.push(
      spokenFinding('service', 'attention', said('health.undeleted', { count: parts.undeleted }), rest),
    );
  return findings;
}

/** The queue continues, and so do the requests. For codes other than these two, the user need not act. */
function stuckFinding({ code, count, since }: StuckCount, rest: Rest): Finding[] {
  if (code === 'WAITS_FOR_MACHINE')
    return [
      { ...spokenFinding('team', 'held', said('team.waitsForMachine', { count }), { ...rest, since }), code },
    ];
  if (code !== 'DOCUMENT_NOT_ANSWERED' && code !== 'STATUS_STANDS_STILL') return [];
  const words = said(code === 'DOCUMENT_NOT_ANSWERED' ? 'health.notAnswered' : 'health.standsStill', {
    count,
  });
  return [{ ...spokenFinding('service', 'note', words, { ...rest, since }), code }];
}

/** The documents are uploaded, but a step after the upload waits for the user. */
export function stepFinding(
  { code, count, folderId }: FailedStepCount,
  profileId: Profile['id'],
  folders: readonly WatchFolder[],
): Finding {
  const folder = folders.find(({ id }) => id === folderId);
  const words =
    code === 'AFTER_UPLOAD_FAILED'
      ? said('health.afterUploadFailed', { count, code, step: folder?.afterUpload ?? 'leave' })
      : said(code === 'OLD_VERSION_KEPT' ? 'health.oldVersionKept' : 'health.annotatedNotSaved', {
          count,
          code,
        });
  const rest = { profileId, folderId: folder?.id ?? null };
  return { ...spokenFinding('folder', 'attention', words, rest), code };
}

/** From the start of the first pause to the end of the last; undefined if none is long enough to show. */
function spanOf(holds: readonly Hold[], by: Hold['by']): Pick<Hold, 'since' | 'until'> | undefined {
  const told = holds.filter((hold) => hold.by === by && hold.until - hold.since >= shortestPauseTold);
  if (told.length === 0) return undefined;
  const since = Math.min(...told.map((hold) => hold.since));
  return { since, until: Math.max(...told.map((hold) => hold.until)) };
}

/** Findings for pauses, unless the governor or the team reports the same trouble. */
function holdFindings({ holds, service, team }: ProfileParts, rest: Rest): Finding[] {
  const findings: Finding[] = [];
  const [byService, byStorage, byTeam] = [
    spanOf(holds, 'service'),
    spanOf(holds, 'storage'),
    spanOf(holds, 'team'),
  ];
  // Only a 429 causes it. The governor has that code only when storage asks for a pause.
  if (byService && service?.code !== 'RATE_LIMITED')
    findings.push(findingOf('service', 'held', 'RATE_LIMITED', undefined, { ...rest, ...byService }));
  if (byStorage && !ofStorage.has(service?.code ?? null)) {
    const host = holds.flatMap((hold) => hold.host ?? []).join(', ');
    const pause = said('health.storagePause', { host });
    findings.push({
      ...spokenFinding('service', 'held', pause, { ...rest, ...byStorage }),
      code: 'STORAGE_FAILED',
    });
  }
  if (byTeam && team?.why == null && team?.paused == null)
    findings.push(spokenFinding('team', 'held', said('team.pausesRequests'), { ...rest, ...byTeam }));
  return findings;
}

/** The cause that stops a profile's work is not always its service. */
function aboutOf(code: ErrorCode): Finding['about'] {
  if (code.startsWith('KEY_')) return 'key';
  if (code.startsWith('LEDGER_') || code === 'DISK_FULL') return 'ledger';
  return code === 'TOO_MANY_FILES' ? 'agent' : 'service';
}

/** Without its team a machine sends nothing, so that nothing is sent twice. */
function teamFindings(team: TeamHealth, rest: Rest): Finding[] {
  const { forgedAt, twice, answersAfterMs, noPlaceSince } = team;
  const findings = standingFindings(team, rest);
  if (forgedAt !== undefined)
    findings.push(spokenFinding('team', 'trouble', said('team.forged'), { ...rest, since: forgedAt }));
  if (twice !== undefined)
    findings.push(
      spokenFinding('team', 'note', said('team.twice', { count: twice }), { ...rest, since: null }),
    );
  if (answersAfterMs !== undefined && team.state === 'reachable') {
    const slow = said('team.slow', { milliseconds: String(Math.round(answersAfterMs / 100) * 100) });
    findings.push(spokenFinding('team', 'held', slow, { ...rest, since: null }));
  }
  if (noPlaceSince !== undefined && team.state === 'reachable')
    findings.push(spokenFinding('team', 'held', said('team.noPlace'), { ...rest, since: noPlaceSince }));
  return findings;
}

function standingFindings({ state, why, code, since, paused }: TeamHealth, rest: Rest): Finding[] {
  const { by = '', ofAll } = paused ?? {};
  const pause = said(ofAll ? 'team.pausedAll' : 'team.pausedOne', { by });
  // A machine that its team refuses never learns that the pause has ended.
  const isTold = paused && (state === 'connecting' || state === 'reachable' || isPassing(why));
  if (isTold) return [spokenFinding('team', 'note', pause, { ...rest, since: paused.since })];
  if (state === 'connecting' || state === 'reachable' || why === null) return [];
  if (state === 'unreachable' && isPassing(why))
    return [findingOf('team', 'held', 'TEAM_UNREACHABLE', undefined, { ...rest, since })];
  const values = code === null ? {} : { code };
  // All machines report their entries again, and continue automatically.
  if (why === 'restored' || why === 'joining')
    return [
      {
        ...spokenFinding('team', 'held', said(`team.${why}`), { ...rest, since }),
        code: 'TEAM_UNREACHABLE',
      },
    ];
  return [
    {
      ...spokenFinding('team', 'trouble', said(`team.${why}`, values), { ...rest, since }),
      code: why === 'replaced' ? 'TEAM_REPLACED' : 'TEAM_REFUSED',
    },
  ];
}

/**
 * The state of the agent itself: parts that no longer progress, and since when the agent has not reported to
 * this process, ms since the epoch, or null if unknown.
 */
export interface AgentParts {
  readonly stands: LiveParts['stands'];
  readonly failing: LiveParts['failing'];
  readonly holder: Holder | 'unnamed' | undefined;
  readonly silentSince: number | null | undefined;
  /** The data folder, where it is on a disk that cannot be written: nobody can report there. */
  readonly readOnly: string | undefined;
}

export function agentFindings({ stands, failing, holder, silentSince, readOnly }: AgentParts): Finding[] {
  const code = 'AGENT_STANDS';
  if (silentSince !== undefined && readOnly !== undefined) {
    const disk = said('health.readOnlyDisk', { path: readOnly });
    return [
      { ...spokenFinding('agent', 'trouble', disk, { since: silentSince }), code: 'DATA_FOLDER_UNUSABLE' },
    ];
  }
  if (silentSince !== undefined) {
    const silent =
      typeof holder === 'object'
        ? said('health.agentSilent', { process: String(holder.process), host: holder.host })
        : said('health.agentSilentUnnamed');
    return [{ ...spokenFinding('agent', 'trouble', silent, { since: silentSince }), code }];
  }
  const restOf = ({ profileId, since }: { readonly profileId: string | null; readonly since: number }) => ({
    since,
    profileId: profileId === null ? null : profileIdSchema.parse(profileId),
  });
  return [
    ...stands.map((one) => ({
      ...spokenFinding('agent', 'trouble', said(`health.agentStands.${one.part}`), restOf(one)),
      code,
    })),
    ...failing.map((one) => ({
      ...spokenFinding(
        'agent',
        'trouble',
        said('health.failing', { work: one.work, detail: one.detail }),
        restOf(one),
      ),
      code: 'AGENT_FAILS',
    })),
  ];
}

/** The state of one watch folder; `live` is undefined while no process watches it. */
export interface FolderParts {
  readonly folder: WatchFolder;
  readonly live: LiveParts['folders'][string] | undefined;
  readonly vanished: readonly Vanished[];
  /** The data folder in use. It is left out on purpose and not reported. */
  readonly dataDirectory: string;
  /** Whether nothing has changed for too long. */
  readonly isStuck: (since: number) => boolean;
}

/** What holds back files until the user repairs it. */
const holdingBack: ReadonlySet<string> = new Set([
  'health.behind',
  'health.dataFolder',
  'health.dataFolderBelow',
  'health.ignoreLarge',
  'health.ignoreSlow',
  'health.ignoreUnread',
  'health.lookFailed',
]);

export function folderFindings({ folder, live, vanished, dataDirectory, isStuck }: FolderParts): Finding[] {
  const rest = { folderId: folder.id, profileId: folder.profileId };
  if (folder.paused && folder.pausedFromOutside)
    return [spokenFinding('folder', 'attention', said('health.pausedFromOutside'), rest)];
  if (folder.paused || live === undefined) return [];
  const { health, since } = live;
  const findings: Finding[] = [];
  if (health.mode === 'standby' && health.said)
    findings.push(spokenFinding('folder', 'note', health.said, rest));
  if (health.mode === 'missing' || health.mode === 'unreadable') {
    const code = health.mode === 'missing' ? 'FOLDER_MISSING' : 'FOLDER_UNREADABLE';
    const said = health.said ?? { code, values: {} };
    findings.push({ ...spokenFinding('folder', 'trouble', said, { ...rest, since }), code });
  } else if (vanished.some(({ kind }) => kind === 'away') && health.said) {
    const first = Math.min(...vanished.map((one) => one.since));
    findings.push(spokenFinding('folder', 'trouble', health.said, { ...rest, since: first }));
  } else if (health.mode === 'starting' && isStuck(since)) {
    findings.push(spokenFinding('folder', 'attention', said('health.startStands'), { ...rest, since }));
  }
  const isOwn = ({ code, values }: Said) =>
    code === 'health.dataFolderBelow' && resolve(folder.path, String(values.path)) === resolve(dataDirectory);
  for (const remark of health.remarks ?? []) {
    if (isOwn(remark)) continue;
    const level = holdingBack.has(remark.code) ? 'attention' : 'note';
    findings.push(spokenFinding('folder', level, remark, rest));
  }
  return findings;
}
