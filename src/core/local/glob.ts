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

/**
 * What matches any number of characters, in a glob with a `!(…)`. Four take an engine that goes back two
 * seconds on one name.
 */
const repeating = /\*+|[+!]\(/g;
const mostRepeating = 3;

/**
 * What is wrong with a glob that somebody enters. An open bracket counts as the character itself, so that
 * `[` as the only filter would leave everything out.
 */
export function globProblem(pattern: string): 'slowFilter' | 'openBracket' | undefined {
  try {
    picomatch.makeRe(pattern, { strictBrackets: true });
  } catch (error) {
    if (error instanceof SyntaxError && /bracket|opening|closing/i.test(error.message)) return 'openBracket';
  }
  return compileGlob(pattern) === null ? 'slowFilter' : undefined;
}

/**
 * Compiles a glob as picomatch understands it, for an engine that takes time in proportion to the text (RE2),
 * because a person who may write to a shared folder chooses the names, and settings come from files:
 * `*a*a*a*a*b` took 22 s on one name. Only `!(…)`, which that engine cannot say, goes to JavaScript's own,
 * and only where little can repeat.
 */
export function compileGlob(pattern: string): Glob {
  const options = { dot: true, nocase: true };
  try {
    const isNegated = pattern.startsWith('!') && pattern[1] !== '(';
    const plain = isNegated ? pattern.slice(1) : pattern;
    if (plain.includes('!(')) {
      return (plain.match(repeating)?.length ?? 0) > mostRepeating ? null : picomatch(pattern, options);
    }
    const whole = picomatch.makeRe(plain, options).source;
    const written = whole.replaceAll(lastFilled, '[^/]+?').replaceAll(never, '');
    // It puts a backslash before letters beyond ASCII too.
    const source = written.replace(/\\(.)/gsu, (escaped, sign: string) => (sign > '\x7f' ? sign : escaped));
    const expression = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
    return (text) => expression.test(text) !== isNegated;
  } catch {
    return null;
  }
}
