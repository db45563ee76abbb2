import type { AgentStatus } from '#shared/bridge/agent.ts';
import { isHealthy, levelOf, type HealthLevel } from '#shared/bridge/health.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { findingMessage, healthSentence, namer } from '../output/health-text.ts';
import { createWords } from '../output/words.ts';

/** How the agent is doing, as programs are told: in English, times as RFC 3339. */
export interface HealthReport {
  readonly level: HealthLevel;
  readonly healthy: boolean;
  readonly state: AgentStatus['health']['state'];
  readonly paused: boolean;
  readonly sentence: string;
  readonly findings: readonly {
    readonly about: string;
    readonly level: string;
    readonly code: string;
    readonly message: string;
    readonly since: string | null;
    readonly until: string | null;
    readonly profileId: string | null;
    readonly folderId: string | null;
    /** Label or path of the folder, or name of the profile. */
    readonly name: string | null;
  }[];
  readonly attention: {
    readonly total: number;
    readonly groups: readonly {
      readonly code: string;
      readonly message: string;
      readonly count: number;
      readonly place: string;
      readonly folderId: string | null;
    }[];
  };
  readonly waiting: number;
}

export function healthReport(
  { health, paused }: Pick<AgentStatus, 'health' | 'paused'>,
  settings: Pick<Settings, 'folders' | 'profiles'>,
): HealthReport {
  const words = createWords(inEnglish);
  const nameOf = namer(settings);
  const { attention, findings, state, waiting } = health;
  return {
    level: levelOf(health),
    healthy: isHealthy(health),
    state,
    paused,
    sentence: healthSentence(health, words, nameOf),
    findings: findings.map((finding) => ({
      about: finding.about,
      level: finding.level,
      code: finding.code ?? finding.said.code,
      message: findingMessage(finding, words),
      since: finding.since === null ? null : new Date(finding.since).toISOString(),
      until: finding.until === undefined ? null : new Date(finding.until).toISOString(),
      profileId: finding.profileId,
      folderId: finding.folderId,
      name: nameOf(finding) ?? null,
    })),
    attention: {
      total: attention.total,
      groups: attention.groups.map((group) => ({ ...group, message: words.reason(group.code) })),
    },
    waiting,
  };
}
