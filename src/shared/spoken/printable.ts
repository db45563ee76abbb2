/**
 * What steers a terminal, or turns the order of what is read: controls of both sets, line separators,
 * overrides of direction.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const steering = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

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
