import type { AcrossDocument, AcrossEntity, AcrossQuery } from '#shared/bridge/across.ts';
import type { DocumentEntities, DocumentEntity } from './read-annotated.ts';

/** What is known of a document beside its entities. */
export interface TableDocument {
  readonly contentId: string;
  readonly fileName: string;
  /** When it was published, else uploaded; milliseconds since the epoch. */
  readonly at: number;
}

interface Tally {
  readonly key: string;
  readonly id: string | null;
  name: string;
  type: string;
  mentions: number;
  /** Sums of sentiments times their weights, and of the weights. */
  tone: number;
  toneWeight: number;
  relevance: number;
  relevances: number;
  firstAt: number;
  lastAt: number;
  readonly in: { readonly document: TableDocument; readonly entity: DocumentEntity }[];
}

/**
 * Entities over many documents. Those with the same id are one; those without an id are one when they have
 * the same name. The mean sentiment weighs each document's by its mentions there, a listed entity that the
 * text does not name counting as one.
 */
export function createEntityTable() {
  const tallies = new Map<string, Tally>();
  const collator = new Intl.Collator(undefined, { numeric: true });
  let version = 0;
  let mentions = 0;
  let kept: { key: string; rows: Tally[] } | undefined;

  function add(document: TableDocument, { entities }: DocumentEntities): void {
    for (const entity of entities) {
      const key = entity.id === null ? `name:${entity.name.toLowerCase()}` : `id:${entity.id}`;
      const tally = tallies.get(key) ?? fresh(key, entity, document.at);
      tallies.set(key, tally);
      if (tally.type === '') tally.type = entity.type;
      const weight = Math.max(1, entity.mentions);
      if (entity.sentiment !== null) {
        tally.tone += entity.sentiment * weight;
        tally.toneWeight += weight;
      }
      if (entity.relevance !== null) {
        tally.relevance += entity.relevance;
        tally.relevances += 1;
      }
      tally.mentions += entity.mentions;
      mentions += entity.mentions;
      tally.firstAt = Math.min(tally.firstAt, document.at);
      tally.lastAt = Math.max(tally.lastAt, document.at);
      tally.in.push({ document, entity });
    }
    version += 1;
  }

  /** Every row of a query, in its order; the order is kept for the next page. */
  function rows({ text, type, sort }: AcrossQuery): Tally[] {
    const key = JSON.stringify([text, type, sort, version]);
    if (kept?.key === key) return kept.rows;
    const needle = text.trim().toLowerCase();
    const found = [...tallies.values()].filter(
      (tally) =>
        (type === null || tally.type === type) &&
        (needle === '' || `${tally.name}\n${tally.id ?? ''}`.toLowerCase().includes(needle)),
    );
    const sign = sort.descending ? -1 : 1;
    const compare = (left: Tally, right: Tally): number => {
      const [a, b] = [valueIn(left, sort.by), valueIn(right, sort.by)];
      // What is unknown comes last, whichever way.
      if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
      if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
      return sign * collator.compare(String(a), String(b));
    };
    found.sort((a, b) => compare(a, b) || b.mentions - a.mentions || collator.compare(a.name, b.name));
    kept = { key, rows: found };
    return found;
  }

  return {
    add,
    get size() {
      return tallies.size;
    },
    get mentions() {
      return mentions;
    },
    /** Types, those with most entities first. */
    types(): { type: string; entities: number }[] {
      const counts = new Map<string, number>();
      for (const { type } of tallies.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
      return [...counts]
        .map(([type, entities]) => ({ type, entities }))
        .sort((a, b) => b.entities - a.entities || (a.type < b.type ? -1 : 1));
    },
    page(query: AcrossQuery, offset: number, limit: number, wanted: string | undefined) {
      const found = rows(query);
      return {
        total: found.length,
        rows: found.slice(offset, offset + limit).map(toRow),
        at: wanted === undefined ? -1 : found.findIndex(({ key }) => key === wanted),
      };
    },
    /** The documents an entity is in, those that name it most first. */
    documents(key: string): AcrossDocument[] {
      return (tallies.get(key)?.in ?? [])
        .map(({ document, entity: { mentions: count, relevance, sentiment } }) => ({
          ...document,
          mentions: count,
          relevance,
          sentiment,
        }))
        .sort((a, b) => b.mentions - a.mentions || b.at - a.at);
    },
  };
}

function fresh(key: string, { id, name, type }: DocumentEntity, at: number): Tally {
  const sums = { mentions: 0, tone: 0, toneWeight: 0, relevance: 0, relevances: 0 };
  return { key, id, name, type, ...sums, firstAt: at, lastAt: at, in: [] };
}

function toRow(tally: Tally): AcrossEntity {
  const { key, id, name, type, mentions, firstAt, lastAt } = tally;
  return {
    key,
    id,
    name,
    type,
    documents: tally.in.length,
    mentions,
    sentiment: valueIn(tally, 'sentiment') as number | null,
    relevance: valueIn(tally, 'relevance') as number | null,
    firstAt,
    lastAt,
  };
}

function valueIn(tally: Tally, by: AcrossQuery['sort']['by']): string | number | null {
  switch (by) {
    case 'documents':
      return tally.in.length;
    case 'sentiment':
      return tally.toneWeight === 0 ? null : tally.tone / tally.toneWeight;
    case 'relevance':
      return tally.relevances === 0 ? null : tally.relevance / tally.relevances;
    case 'first':
      return tally.firstAt;
    case 'last':
      return tally.lastAt;
    default:
      return tally[by];
  }
}
