import { type Alias, type Entity, entityId, gazetteer } from './gazetteer.ts';

/** A place in a text where an entity is named; `end` is the first character after it. */
export interface Mention {
  entity: Entity;
  start: number;
  end: number;
}

/** Finds entities in text. */
export type EntityFinder = (text: string) => Mention[];

const word = /[\p{L}\p{N}]+/gu;
const wordCharacter = /[\p{L}\p{N}]/u;

/** Somebody with an office: "Jane Doe, Chief Financial Officer". */
const officer =
  /\b((?:\p{Lu}\p{Ll}+)(?: \p{Lu}\.)?(?: \p{Lu}\p{Ll}+){1,2}),? (?:\((?:age )?\d+\),? )?(?:the |our |its )?(?:Executive |Senior )?(?:Chief \p{Lu}\p{Ll}+ Officer|Vice President|President|Chair(?:man|woman)?|General Counsel|Corporate Secretary)\b/gu;

/**
 * Makes a finder over the gazetteer. The longest name at a place wins and mentions never overlap; people the
 * gazetteer does not know are found by the office that follows their name.
 */
export function createEntityFinder(): EntityFinder {
  const byFirstWord = aliasesByFirstWord();
  return (text) => {
    const mentions: Mention[] = [];
    const lower = text.toLowerCase();
    // Lower case has another length in a few languages; offsets would be wrong, so those texts are matched as
    // they are.
    const lowerText = lower.length === text.length ? lower : text;
    let past = 0;
    for (const match of lowerText.matchAll(word)) {
      const start = match.index;
      if (start < past) continue;
      const alias = byFirstWord.get(match[0])?.find((one) => stands(one, start));
      if (alias === undefined) continue;
      past = start + alias.written.length;
      mentions.push({ entity: alias.entity, start, end: past });
    }
    return [...mentions, ...officers(text, mentions)].sort((left, right) => left.start - right.start);

    function stands(alias: Alias, start: number): boolean {
      const end = start + alias.written.length;
      if (!(alias.caseless ? lowerText : text).startsWith(alias.written, start)) return false;
      return !wordCharacter.test(text.charAt(end)) || !wordCharacter.test(text.charAt(end - 1));
    }
  };
}

let aliases: ReadonlyMap<string, readonly Alias[]> | undefined;

/**
 * By the first word in lower case, the longest first. Made once: a process of tests starts many sandboxes.
 */
function aliasesByFirstWord(): ReadonlyMap<string, readonly Alias[]> {
  aliases ??= new Map(
    [...Map.groupBy(gazetteer(), firstWordOf)].map(([first, all]) => [
      first,
      all.toSorted((left, right) => right.written.length - left.written.length),
    ]),
  );
  return aliases;
}

const firstWordOf = ({ written }: Alias) => written.toLowerCase().match(word)?.[0] ?? '';

function officers(text: string, known: readonly Mention[]): Mention[] {
  const found: Mention[] = [];
  for (const match of text.matchAll(officer)) {
    const name = match[1] ?? '';
    const start = match.index;
    const end = start + name.length;
    if (known.some((mention) => mention.start < end && mention.end > start)) continue;
    found.push({ entity: { id: entityId('PEOP', name), name, type: 'PEOP' }, start, end });
  }
  return found;
}
