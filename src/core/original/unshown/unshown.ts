/**
 * Why an original is not shown: `kind` is none that Sluice shows, `size` is more than a page holds, `broken`
 * is not what its name says, `deep` is nested without end.
 */
export type UnshownWhy = 'kind' | 'size' | 'broken' | 'deep';

/** An original that cannot be shown. */
export class Unshown extends Error {
  readonly why: UnshownWhy;

  constructor(why: UnshownWhy) {
    super(why);
    this.why = why;
  }
}
