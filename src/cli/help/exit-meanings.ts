import { type ExitClass, exitCodes } from '#shared/errors/catalog-entry.ts';

/**
 * What each class of end means, in English as all help. What is unknown is a failure: only what is known to
 * be done ends with 0.
 */
export const exitMeanings: Readonly<Record<ExitClass, string>> = {
  ok: 'All that was asked for is done, or there was nothing to do; a reader of the output left early (`| head`).',
  bug: 'Something unexpected: a mistake of Sluice, told with all that is known of it.',
  differs: 'What was compared is not the same, as `diff` says it: a citation changed or is gone.',
  usage: 'The command was not understood, or may not be done so; nothing was done.',
  refused: 'The service, or Sluice itself, refused it: not found, not valid, too large.',
  authorization: 'No key, a key that is not accepted or not for this address, no permission, no quota left.',
  unreachable:
    "The service, its storage or the team's database does not answer, or not in a way that can be used.",
  partial:
    'Not all is done or known: something failed, needs you, was interrupted, or nobody can tell how it ended.',
  localFile: 'A file or folder here cannot be read, is not there, or its drive is not.',
  busy: 'Another agent holds the data folder, or another program the port.',
  data: "Sluice's own data cannot be used: ledger or settings are damaged, too new or lost, or the disk is full.",
  timeUp: 'The time that --max-wait gave is over; what is not done was said, and stays.',
};

/** A row for each code, lowest first. */
export interface ExitRow {
  readonly code: number;
  /** The classes that end with it; of the second SIGINT its name. */
  readonly names: readonly string[];
  readonly meaning: string;
}

/** By the custom of shells, 128 and the number of the signal. */
const interruptedTwice: ExitRow = {
  code: 130,
  names: ['SIGINT'],
  meaning:
    'Ended at once by a second SIGINT or SIGTERM; the first ends cleanly, an agent with 0, other work with 6.',
};

export function exitRows(): ExitRow[] {
  const classes = Object.keys(exitCodes) as ExitClass[];
  const codes = [...new Set(classes.map((name) => exitCodes[name]))].sort((a, b) => a - b);
  const rows = codes.map((code) => {
    const names = classes.filter((name) => exitCodes[name] === code);
    return { code, names, meaning: names.map((name) => exitMeanings[name]).join(' Or: ') };
  });
  return [...rows, interruptedTwice];
}
