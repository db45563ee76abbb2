import type { Ledger } from '../ledger/sqlite-ledger.ts';

/** What a deployment takes in `tags` of a new document: ids by the specification (4.9), names as some do. */
export type TagKind = 'id' | 'name';

/**
 * How that was found out (docs/adr/0016):
 * - `refused-name`: it refused the name of a tag that it has
 * - `ignored-name`: it took a name, and the document had no such tag until it got the id
 * - `took-name`: it took a name, and the document had the tag
 * - `untold`: it took a name, and does not tell which tags a new document has
 * - `no-tags`: it has no list of tags, so there are no ids to be known
 */
export type HowFound = 'refused-name' | 'ignored-name' | 'took-name' | 'untold' | 'no-tags';

export interface TagKindFact {
  readonly kind: TagKind;
  readonly how: HowFound;
  /** Wall time, ms. */
  readonly at: number;
}

const key = (profileId: string) => `tag-kind:${profileId}`;

export function tagKindOf(ledger: Pick<Ledger, 'facts'>, profileId: string): TagKindFact | undefined {
  return ledger.facts.get(key(profileId)) as TagKindFact | undefined;
}

export function rememberTagKind(ledger: Pick<Ledger, 'facts'>, profileId: string, fact: TagKindFact): void {
  ledger.facts.set(key(profileId), fact);
}

export function forgetTagKind(ledger: Pick<Ledger, 'facts'>, profileId: string): void {
  ledger.facts.delete(key(profileId));
}
