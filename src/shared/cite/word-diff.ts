/** Words of either text that are compared; longer texts are shown one after the other. */
const mostWords = 400;

/**
 * How one text became another, in a line: what went in `[-…-]`, what came in `{+…+}`, the rest as it is.
 * Words are what stands between blanks.
 */
export function wordDiff(before: string, after: string): string {
  const old = wordsOf(before);
  const now = wordsOf(after);
  if (old.length > mostWords || now.length > mostWords)
    return joined([
      ['-', old],
      ['+', now],
    ]);
  // Length of the longest common run of words from each pair of places on.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (row: number, column: number) => common[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      (common[row] as Uint16Array)[column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const parts: Part[] = [];
  const add = (sign: Part[0], word: string) => {
    const last = parts.at(-1);
    if (last?.[0] === sign) last[1].push(word);
    else parts.push([sign, [word]]);
  };
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    const [left, right] = [old[row], now[column]];
    if (left !== undefined && left === right) {
      add(' ', left);
      row += 1;
      column += 1;
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      add('-', left);
      row += 1;
    } else {
      add('+', right as string);
      column += 1;
    }
  }
  return joined(parts);
}

type Part = readonly [sign: ' ' | '-' | '+', words: string[]];

const wordsOf = (text: string) => text.split(/\s+/u).filter((word) => word !== '');

function joined(parts: readonly Part[]): string {
  const shown = { ' ': ['', ''], '-': ['[-', '-]'], '+': ['{+', '+}'] } as const;
  return parts
    .filter(([, words]) => words.length > 0)
    .map(([sign, words]) => `${shown[sign][0]}${words.join(' ')}${shown[sign][1]}`)
    .join(' ');
}
