import type { Finding, Health } from '#shared/bridge/health.ts';

const levels = ['trouble', 'held', 'attention', 'note'] as const;

export interface Judged {
  readonly hasProfile: boolean;
  readonly isPaused: boolean;
  /** Whether a process runs the queue, and watches the folders if there are any. */
  readonly hasAgent: boolean;
  /** Whether there is work for an agent. */
  readonly hasWork: boolean;
  /** Uploads that have not ended. */
  readonly open: number;
  /** Whether steps after uploads are left: moving a file, saving an annotated document. */
  readonly isFinishing: boolean;
  /** Whether the agent is still searching a watch folder for the first time since it started. */
  readonly isLooking: boolean;
  readonly findings: readonly Finding[];
  readonly attention: number;
  readonly waiting: number;
}

/** The state with the highest priority. */
export function stateOf(judged: Judged): Health['state'] {
  if (!judged.hasProfile) return 'noProfile';
  if (judged.findings.some(({ level }) => level === 'trouble')) return 'trouble';
  if (judged.isPaused) return 'paused';
  if (judged.findings.some(({ level }) => level === 'held')) return 'held';
  if (!judged.hasAgent && judged.hasWork) return 'off';
  if (judged.open > 0 || judged.isFinishing || judged.isLooking) return 'working';
  if (judged.attention > 0 || judged.findings.some(({ level }) => level === 'attention')) return 'attention';
  return judged.waiting > 0 ? 'waiting' : 'idle';
}

/** Sorts the worst first; findings of the same level keep their order. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((one, two) => levels.indexOf(one.level) - levels.indexOf(two.level));
}
