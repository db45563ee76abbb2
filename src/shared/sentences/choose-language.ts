/**
 * The language to speak: the preferred one where there is one, else the first of the system's that there is,
 * else English.
 *
 * @param preferred a tag, or `auto` for the system's
 * @param system tags, the most wanted first: `de-AT`
 * @param known the languages there are
 */
export function chooseLanguage(
  preferred: string,
  system: readonly string[],
  known: readonly string[],
): string {
  const wanted = preferred === 'auto' ? system : [preferred, ...system];
  for (const tag of wanted) {
    const found = known.find((one) => same(one, tag)) ?? known.find((one) => same(one, tag.split('-')[0]));
    if (found !== undefined) return found;
  }
  return 'en';
}

function same(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
