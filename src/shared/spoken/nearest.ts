import search from 'approx-string-match';

/** More wrong letters than this make another word. */
const mostErrors = 3;

/** The known word that was probably meant, by how few letters differ; undefined where none is near. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: { readonly name: string; readonly errors: number } | undefined;
  for (const name of known) {
    const errors = slipsBetween(word.toLowerCase(), name.toLowerCase());
    if (errors < (best?.errors ?? Number.POSITIVE_INFINITY)) best = { name, errors };
  }
  if (best === undefined || best.errors > mostErrors) return undefined;
  // Of a short word half of the letters would be another one.
  return best.errors / Math.max(word.length, best.name.length) <= 0.4 ? best.name : undefined;
}

/** Two letters that changed places are one slip, and the most frequent. */
function slipsBetween(word: string, name: string): number {
  const swapped = [...word.slice(1)].map(
    (letter, at) => word.slice(0, at) + letter + word.charAt(at) + word.slice(at + 2),
  );
  const most = Math.min(...swapped.map((one) => 1 + errorsBetween(one, name)));
  return Math.min(errorsBetween(word, name), most);
}

function errorsBetween(word: string, name: string): number {
  if (word === name) return 0;
  const lengths = Math.abs(word.length - name.length);
  if (lengths > mostErrors || word === '' || name === '') return mostErrors + 1;
  const matches = search(name, word, mostErrors);
  const found = Math.min(mostErrors + 1, ...matches.map(({ errors }) => errors));
  return Math.max(found, lengths);
}
