import ignore, { type Ignore } from 'ignore';

/**
 * The `.sluiceignore` files below a root; each speaks for its own directory and what is below, as
 * `.gitignore` does.
 */
export interface IgnoreFiles {
  /** Counts up whenever what the files say changes. */
  readonly revision: number;
  /**
   * Takes down what the file of a directory says, or that it cannot be followed; undefined means that there
   * is none.
   */
  set(directory: string, text: string | undefined): void;
  /**
   * The file of a directory is there and cannot be read now. What it said stays; of one that was never read
   * nobody knows what it leaves out, so it leaves out everything until it can be read.
   */
  cannotRead(directory: string, why: Exclude<Odd, 'odd'>): void;
  /** Something of that name is there which can hold no rules: nothing is left out by it. */
  holdsNoRules(directory: string): void;
  /** The directories whose files are odd, of those that were walked. */
  odd(walked: ReadonlySet<string>): ReadonlyMap<string, Odd>;
  /**
   * Whether the files leave this path out: the deepest file with a word on it decides. Directories end with a
   * slash. Left out unasked are paths of more than 100 directories, and those that too many rules speak for.
   */
  ignores(path: string): boolean;
}

/** `odd`: no file, so no rules; the others: rules that may be there and cannot be followed. */
export type Odd = 'odd' | 'large' | 'slow' | 'unread';

/** Each of them multiplies what a rule takes by the depth of a path. */
const mostGlobstars = 2;
/** In a rule with brackets each of them multiplies it by the length of a name. */
const mostStarsBesideBrackets = 3;
/**
 * What asking about one path may cost, in rules: of one file, and of all that speak for the path. An ordinary
 * rule takes at most a millisecond, one with several stars forty of them, on a path made for it.
 */
const mostCost = 2_000;
const costOfStars = 40;
const mostDepth = 100;

/**
 * What the rules cost, which could be asked for minutes about one path: who may write to a shared folder
 * chooses both.
 */
function costOf(text: string): number {
  const rules = text.split('\n').filter((line) => !/^(?:#|\s*$)/.test(line));
  return rules.reduce((sum, rule) => sum + costOfRule(rule), 0);
}

function costOfRule(rule: string): number {
  const globstars = rule.match(/\*\*\//g)?.length ?? 0;
  const stars = rule.match(/\*+/g)?.length ?? 0;
  const isTooSlow = globstars > mostGlobstars || (rule.includes('[') && stars > mostStarsBesideBrackets);
  if (isTooSlow) return Number.POSITIVE_INFINITY;
  // One at the start costs nothing.
  return stars - (rule.startsWith('**/') ? 1 : 0) > 1 ? costOfStars : 1;
}

export function createIgnoreFiles(): IgnoreFiles {
  const files = new Map<string, { readonly text: string; readonly rules: Ignore; readonly cost: number }>();
  const odd = new Map<string, Odd>();
  let revision = 0;

  function set(directory: string, text: string | undefined): void {
    if (text !== undefined && files.get(directory)?.text !== text && costOf(text) > mostCost) {
      cannotRead(directory, 'slow');
      return;
    }
    odd.delete(directory);
    take(directory, text);
  }

  function cannotRead(directory: string, why: Exclude<Odd, 'odd'>): void {
    odd.set(directory, why);
    if (!files.has(directory)) take(directory, '*');
  }

  function take(directory: string, text: string | undefined): void {
    if (files.get(directory)?.text === text) return;
    revision += 1;
    if (text === undefined) files.delete(directory);
    else files.set(directory, { text, rules: ignore().add(text), cost: costOf(text) });
  }

  return {
    get revision() {
      return revision;
    },
    set,
    cannotRead,
    holdsNoRules(directory) {
      odd.set(directory, 'odd');
      take(directory, undefined);
    },
    odd(walked) {
      for (const directory of odd.keys()) if (!walked.has(directory)) odd.delete(directory);
      return odd;
    },
    ignores(path) {
      if (files.size === 0) return false;
      if (path.split('/', mostDepth + 1).length > mostDepth) return true;
      let [end, cost] = [path.endsWith('/') ? path.length - 1 : path.length, 0];
      do {
        end = path.lastIndexOf('/', end - 1);
        const file = files.get(end < 0 ? '' : path.slice(0, end));
        cost += file?.cost ?? 0;
        if (cost > mostCost) return true;
        const said = file?.rules.test(end < 0 ? path : path.slice(end + 1));
        if (said?.ignored) return true;
        if (said?.unignored) return false;
      } while (end >= 0);
      return false;
    },
  };
}
