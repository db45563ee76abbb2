import type { Finding, Health } from '#shared/bridge/health.ts';

const levels = ['trouble', 'held', 'attention', 'note'] as const;

export interface Judged {
  readonly hasProfile: boolean;
  readonly isPaused: boolean;
  /** Whether some process runs the queue, and watches where there are watch folders. */
  readonly hasAgent: boolean;
  /** Whether there is something an agent would do. */
  readonly hasWork: boolean;
  /** Uploads that are not at rest. */
  readonly open: number;
  /**
   * Whether a watch folder is looked through for the first time since the agent started: nobody knows yet.
   */
  readonly isLooking: boolean;
  readonly findings: readonly Finding[];
  readonly attention: number;
  readonly waiting: number;
}

/** What hinders most, in one word. */
export function stateOf(judged: Judged): Health['state'] {
  if (!judged.hasProfile) return 'noProfile';
  if (judged.findings.some(({ level }) => level === 'trouble')) return 'trouble';
  if (judged.isPaused) return 'paused';
  if (judged.findings.some(({ level }) => level === 'held')) return 'held';
  if (!judged.hasAgent && judged.hasWork) return 'off';
  if (judged.open > 0 || judged.isLooking) return 'working';
  if (judged.attention > 0 || judged.findings.some(({ level }) => level === 'attention')) return 'attention';
  return judged.waiting > 0 ? 'waiting' : 'idle';
}

/** The worst first; what is equally bad in the order it was found. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((one, two) => levels.indexOf(one.level) - levels.indexOf(two.level));
}
