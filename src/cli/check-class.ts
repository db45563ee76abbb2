import type { ExitClass } from '#shared/errors/catalog.ts';

/** Words in the names of checks and the class of failure they stand for; the first that is found decides. */
const classes: readonly (readonly [RegExp, ExitClass])[] = [
  [/key|permission|may |allowed/i, 'authorization'],
  [/folder|watch/i, 'localFile'],
  [/disk|ledger|settings|data/i, 'data'],
  [/address|service|reach|network|connect|dns|tls|proxy|clock/i, 'unreachable'],
  [/document|tag|connector|list/i, 'authorization'],
  [/profile/i, 'usage'],
];

/** The exit class of a check that failed; `partial` when its name says nothing. */
export function classOfCheck(name: string): ExitClass {
  return classes.find(([words]) => words.test(name))?.[1] ?? 'partial';
}
