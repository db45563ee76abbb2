/**
 * The interface's own answers nest some twenty deep. What goes through values calls itself for each level,
 * and some thousands are too many.
 */
const deepest = 200;

/** JSON that a service wrote; undefined for what is none, or nests beyond all measure. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
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
