import picomatch from 'picomatch';
import { RE2JS } from 're2js';

/** A glob, ready to be asked. Null when it cannot be asked in bounded time, or is no glob. */
export type Glob = ((text: string) => boolean) | null;

/*
 * What picomatch writes before a wildcard, so that it matches neither nothing nor the segments `.` and `..`.
 * Names of files and paths below a folder are never those, and the engine we use has no word for it.
 */
const never = /\(\?=\.\)|\(\?!(?:\(\?:\^\|\\\/\)|\(\?:\\\/\|\^\))?\\\.\{[01],[12]\}\(\?:\\\/\|\$\)\)/g;

/** "Something must still follow", which `*.*` asks after its dot (`b.` is no match). RE2 says it with `+`. */
const lastFilled = /\(\?=\.\)\[\^\/\]\*\?(?=\\\/\?\)*\$)/g;

/** So long is a path at most, and so many brackets are in one another: a thousand took 20 s to compile. */
const longest = 4096;
const deepest = 20;

/**
 * What is wrong with a glob that somebody enters. An open bracket counts as the character itself, so that
 * `[` as the only filter would leave everything out.
 */
export function globProblem(pattern: string): 'slowFilter' | 'openBracket' | undefined {
  try {
    picomatch.makeRe(asMeant(pattern), { strictBrackets: true });
  } catch (error) {
    if (error instanceof SyntaxError && /bracket|opening|closing/i.test(error.message)) return 'openBracket';
  }
  return compileGlob(pattern) === null ? 'slowFilter' : undefined;
}

/** What a glob consists of: signs, also escaped ones, and classes. */
const signsOf = (glob: string): readonly string[] => glob.match(/\\.|\[[^\]/]+\]|./gsu) ?? [];

/** Whether a glob means all that the rest of it does not. */
export const isNegation = (glob: string) => glob.startsWith('!') && glob[1] !== '(';

/** Whether a glob, as it is meant, says what something is not in a group. */
export function hasExclusion(glob: string): boolean {
  return signsOf(glob).some((sign, index, signs) => sign === '!' && signs[index + 1] === '(');
}

/**
 * Translates a glob for picomatch. Round brackets and bars are wildcards only after one of `?*+@!`. Otherwise they stand
 * for themselves, as in `Report (1).pdf`, and so do quotes and `$`. `[!…]` negates a class, as in `.sluiceignore`. A `?` at
 * the beginning of a group is replaced, because picomatch would copy it into the regular expression.
 *
 * @throws SyntaxError for one that takes long to compile
 */
export function asMeant(glob: string): string {
  if (glob.length > longest) throw new SyntaxError('too long');
  const signs = signsOf(glob);
  /** How the open brackets end; those that mean themselves are undefined. */
  const ends: (string | undefined)[] = [];
  let written = '';
  let isFirst = false;
  for (const [index, sign] of signs.entries()) {
    const wasFirst = isFirst;
    isFirst = false;
    if (sign === '(') {
      isFirst = '?*+@!'.includes(signs[index - 1] ?? '-');
      // A `?` that was written as `@`: the group may be empty.
      const end = signs[index - 1] === '?' && written.endsWith('@') ? '|)' : ')';
      ends.push(isFirst ? end : undefined);
      if (ends.length > deepest) throw new SyntaxError('too deep');
      written += isFirst ? '(' : '\\(';
    } else if (sign === ')') written += ends.pop() ?? '\\)';
    else if (sign === '|') {
      isFirst = ends.some((end) => end !== undefined);
      written += isFirst ? '|' : '\\|';
    } else if ('"$^'.includes(sign) || (sign === '+' && signs[index + 1] !== '(')) written += `\\${sign}`;
    else if (sign.startsWith('[!')) written += `[^${sign.slice(2)}`;
    else if (sign === '?' && wasFirst) written += signs[index + 1] === '(' ? '@' : '[^/]';
    else written += sign;
  }
  return written;
}

/**
 * Compiles a glob as picomatch understands it, for an engine that takes time in proportion to the text (RE2),
 * because a person who may write to a shared folder chooses the names, and settings come from files:
 * `*a*a*a*a*b` took 22 s on one name.
 */
export function compileGlob(pattern: string): Glob {
  try {
    const meant = asMeant(pattern);
    const isNegated = isNegation(meant);
    const isMatch = compilePlain(isNegated ? meant.slice(1) : meant);
    return isMatch && ((text) => isMatch(text) !== isNegated);
  } catch {
    return null;
  }
}

function compilePlain(plain: string): Glob {
  const parts = exclusionIn(plain);
  if (parts === undefined) return compileWithoutExclusion(plain);
  const { before, inner, after } = parts;
  if (!isOneWay(before, inner + after)) return null;
  const any = compileWithoutExclusion(`${before}*${after.replace(/^\*+/, '')}`);
  const excluded = compileWithoutExclusion(`${before}@(${inner})${after}`);
  return (text) => any(text) && !excluded(text);
}

/**
 * The first `!(…)` of a glob, which RE2 has no words for. It matches what `*` matches in its place and `@(…)` does
 * not.
 */
function exclusionIn(glob: string): { before: string; inner: string; after: string } | undefined {
  const signs = signsOf(glob);
  const start = signs.findIndex((sign, index) => sign === '!' && signs[index + 1] === '(');
  if (start === -1) return undefined;
  let depth = 0;
  for (let at = start + 1; at < signs.length; at += 1) {
    if (signs[at] === '(') depth += 1;
    if (signs[at] !== ')' || --depth > 0) continue;
    const [before, inner, after] = [signs.slice(0, start), signs.slice(start + 2, at), signs.slice(at + 1)];
    return { before: before.join(''), inner: inner.join(''), after: after.join('') };
  }
  throw new SyntaxError('an open bracket');
}

/** Signs and classes: what has the same length in every text. */
const fixed = /^(?:\\.|\[[^\]/]+\]|[^*+@!(){}[\]\\])*$/s;

/** Whether an exclusion behind `before` can begin at one place of a text only. */
function isOneWay(before: string, rest: string): boolean {
  if (hasExclusion(rest)) return false;
  if (fixed.test(before)) return true;
  const segment = before.lastIndexOf('/') + 1;
  return segment > 0 && fixed.test(before.slice(segment)) && !rest.includes('/');
}

function compileWithoutExclusion(glob: string): NonNullable<Glob> {
  const whole = picomatch.makeRe(glob, { dot: true, nocase: true }).source;
  const written = whole.replaceAll(lastFilled, '[^/]+?').replaceAll(never, '');
  // It puts a backslash before letters beyond ASCII too.
  const source = written.replace(/\\(.)/gsu, (escaped, sign: string) => (sign > '\x7f' ? sign : escaped));
  const expression = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
  return (text) => expression.test(text);
}
