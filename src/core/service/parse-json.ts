/**
 * The interface's own answers nest some twenty deep. What goes through values calls itself for each level,
 * and some thousands are too many.
 */
const deepest = 200;

/**
 * No answer holds more values. A body of 32 MB has room for ten million empty rows, each of which takes some
 * 400 bytes by the time a schema has read it: one such body took 4 GB and stopped the process for minutes.
 */
const mostValues = 1_000_000;

/**
 * JSON that a service wrote; undefined for what is none, nests beyond all measure, or has too many values.
 *
 * @param read gets each text in it, and returns what is to stand there
 */
export function parseJson(
  text: string,
  read?: (text: string) => string,
): { readonly value: unknown } | undefined {
  if (isTooDeep(text) || hasTooManyValues(text)) return undefined;
  try {
    const reviver =
      read && ((_: string, value: unknown) => (typeof value === 'string' ? read(value) : value));
    return { value: JSON.parse(text, reviver) };
  } catch {
    return undefined;
  }
}

/** Whether a text would have too many values if it were JSON. Commas in strings count too. */
export function hasTooManyValues(text: string): boolean {
  let commas = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) commas += 1;
  return commas >= mostValues;
}

const [quote, backslash] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)];
const [list, object, listEnd, objectEnd] = ['[', '{', ']', '}'].map((sign) => sign.charCodeAt(0));

/** Whether a text would be nested too deeply if it were JSON. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfString(text, at);
    else if (sign === list || sign === object) depth += 1;
    else if (sign === listEnd || sign === objectEnd) depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** The place of the quote that ends the string which begins at one. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
