/**
 * What an engine that takes time in proportion to the text cannot do: to look around, and to look back at
 * what it found.
 */
const beyond = /\(\?<?[=!]|\\[1-9]|\\k</;

/** Whether a text is a pattern for paths: a regular expression without lookarounds and references back. */
export function isPathPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return !beyond.test(text.replaceAll('\\\\', ''));
  } catch {
    return false;
  }
}
