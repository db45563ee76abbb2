/**
 * Characters that steer a terminal, turn the reading direction, or are invisible, so that two names look
 * alike: controls of both sets, line separators, marks and overrides of direction, spaces without width.
 * Joiners (U+200C, U+200D) stay: Persian words and emoji need them.
 */
const steering =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Text from outside made harmless for a terminal or a dialog: control characters (a file name may hold them)
 * become `\n`, `\x1b`…
 */
export function printable(text: string): string {
  return visibleIn(text, visible);
}

/** Text in which nothing steers, each such character written as `write` does. */
export function visibleIn(text: string, write: (character: string) => string): string {
  return text.replaceAll(steering, write);
}

function visible(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
}
