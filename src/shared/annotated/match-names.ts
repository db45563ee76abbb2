export interface NameMatch {
  readonly start: number;
  readonly end: number;
  /** Which of the names. */
  readonly name: number;
}

export type NameMatcher = (text: string) => NameMatch[];

const word = /[\p{L}\p{N}\p{M}]+/gu;
const edge = /[\p{L}\p{N}\p{M}]/u;

/**
 * Finds names in texts, for marks without offsets: whole words only, upper and lower case alike, the longest
 * name at a place, none inside another.
 */
export function nameMatcher(names: readonly string[]): NameMatcher {
  const byFirst = new Map<string, { lower: string; name: number }[]>();
  for (const [name, written] of names.entries()) {
    const lower = written.trim().toLowerCase();
    const first = lower.match(word)?.[0];
    // A name that begins with something else than a word is found from its first word, so it must begin
    // there.
    if (first === undefined || !lower.startsWith(first)) continue;
    const known = byFirst.get(first) ?? [];
    known.push({ lower, name });
    byFirst.set(first, known);
  }
  for (const list of byFirst.values()) list.sort((left, right) => right.lower.length - left.lower.length);
  if (byFirst.size === 0) return () => [];
  return (text) => {
    const lower = text.toLowerCase();
    // A few letters are longer in lower case; places would be wrong, so such texts are matched as they are.
    const searched = lower.length === text.length ? lower : text;
    const matches: NameMatch[] = [];
    let past = 0;
    for (const { 0: first, index } of searched.matchAll(word)) {
      if (index < past) continue;
      const found = byFirst.get(first)?.find((one) => stands(searched, one.lower, index));
      if (found === undefined) continue;
      past = index + found.lower.length;
      matches.push({ start: index, end: past, name: found.name });
    }
    return matches;
  };
}

function stands(text: string, name: string, start: number): boolean {
  if (!text.startsWith(name, start)) return false;
  const end = start + name.length;
  return end >= text.length || !edge.test(text.charAt(end - 1)) || !edge.test(text.charAt(end));
}
