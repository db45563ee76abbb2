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
  /** The file of a directory is being saved: as `cannotRead`, without a remark. */
  keep(directory: string): void;
  /** Whether no file is there for `settleMs`, or never was. `now`: wall ms. */
  isGone(directory: string, now: number, settleMs: number): boolean;
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
const mostStars = 10;
/** Characters. A longer rule may not even compile. */
const longest = 1_000;
/**
 * What asking about one path may cost, in ordinary rules: of one file, and of all that speak for the path. An
 * ordinary rule takes at most a millisecond, on a path that is made for it.
 */
const mostCost = 2_000;
const costOfStars = 10;
const costOfGlobstar = 40;
const costOfGlobstars = 200;
const lengthOfOne = 50;
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
  if (isTooSlow || stars > mostStars || rule.length > longest) return Number.POSITIVE_INFINITY;
  const inMiddle = globstars - (rule.startsWith('**/') ? 1 : 0);
  const beside = stars - globstars;
  const isAnywhere = beside > 2 || (beside > 1 && rule.includes('/')) || (beside > 0 && globstars > 0);
  const ofStars = isAnywhere ? costOfStars : 1;
  const ofGlobstars = globstars > 1 ? costOfGlobstars : costOfGlobstar;
  return (inMiddle > 0 && beside > 0 ? ofGlobstars : ofStars) + Math.floor(rule.length / lengthOfOne);
}

/** Rules compile when they are asked for the first time; null where one cannot. */
function compile(text: string): Ignore | null {
  try {
    const rules = ignore().add(text);
    rules.ignores('a');
    return rules;
  } catch {
    return null;
  }
}

/** Names are one whichever way their accents are stored, and so are ends of lines (W13). */
function normalised(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n');
}

export function createIgnoreFiles(): IgnoreFiles {
  const files = new Map<string, { readonly text: string; readonly rules: Ignore; readonly cost: number }>();
  const odd = new Map<string, Odd>();
  let revision = 0;

  /** Since when files are missing that were there, wall ms. */
  const missingSince = new Map<string, number>();

  function set(directory: string, given: string | undefined): void {
    missingSince.delete(directory);
    const text = given === undefined ? undefined : normalised(given);
    if (text !== undefined && files.get(directory)?.text !== text && costOf(text) > mostCost) {
      cannotRead(directory, 'slow');
      return;
    }
    odd.delete(directory);
    if (!take(directory, text)) cannotRead(directory, 'slow');
  }

  function cannotRead(directory: string, why: Exclude<Odd, 'odd'>): void {
    odd.set(directory, why);
    if (!files.has(directory)) take(directory, '*');
  }

  /** False where the text holds a rule that cannot be compiled. */
  function take(directory: string, text: string | undefined): boolean {
    if (files.get(directory)?.text === text) return true;
    const rules = text === undefined ? undefined : compile(text);
    if (rules === null) return false;
    revision += 1;
    if (text === undefined || rules === undefined) files.delete(directory);
    else files.set(directory, { text, rules, cost: costOf(text) });
    return true;
  }

  return {
    get revision() {
      return revision;
    },
    set,
    cannotRead,
    keep(directory) {
      missingSince.delete(directory);
      if (!files.has(directory)) take(directory, '*');
    },
    isGone(directory, now, settleMs) {
      const since = missingSince.get(directory) ?? now;
      if (!files.has(directory) || now >= since + settleMs) {
        missingSince.delete(directory);
        return true;
      }
      // A clock that was set back is no reason to wait longer.
      missingSince.set(directory, Math.min(since, now));
      return false;
    },
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
      let deepest: string | undefined;
      do {
        end = path.lastIndexOf('/', end - 1);
        const directory = end < 0 ? '' : path.slice(0, end);
        const file = files.get(directory);
        if (file === undefined) continue;
        deepest ??= directory;
        cost += file.cost;
        if (cost > mostCost) {
          odd.set(deepest, 'slow');
          return true;
        }
        const said = file.rules.test(path.slice(end + 1).normalize('NFC'));
        if (said.ignored) return true;
        if (said.unignored) return false;
      } while (end >= 0);
      return false;
    },
  };
}
