/** The one button that goes with a failure. `none` is for what needs no person. */
export type ErrorAction =
  | 'retry'
  | 'send-again'
  | 'mend'
  | 'leave-out'
  | 'set-key'
  | 'edit-profile'
  | 'edit-folder'
  | 'free-space'
  | 'upload-now'
  | 'choose'
  | 'none';

/** Process exit codes of the agent, by class of failure (U16). */
export const exitCodes = {
  ok: 0,
  bug: 1,
  /** What was compared is not the same, as `diff` and `grep` say it. */
  differs: 1,
  usage: 2,
  refused: 3,
  authorization: 4,
  unreachable: 5,
  partial: 6,
  localFile: 7,
  busy: 8,
  data: 9,
  timeUp: 10,
} as const;

export type ExitClass = keyof typeof exitCodes;

/**
 * What follows from a failure. What is said of it stands in `resources/locales` (`error.CODE.happened`,
 * `next`, `remedy`).
 */
export interface ErrorDescription {
  readonly action: ErrorAction;
  readonly exit: ExitClass;
}

/** One row of the catalog. */
export function entry(exit: ExitClass, action: ErrorAction): ErrorDescription {
  return { action, exit };
}
