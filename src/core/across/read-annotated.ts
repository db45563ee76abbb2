import { blockNames, bodyNames, itemNames, toneWords } from '#shared/annotated/field-names.ts';
import { nameMatcher } from '#shared/annotated/match-names.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { type Span, spansOf } from './spans-of.ts';

/** An entity of one document. */
export interface DocumentEntity {
  /** `null` where the document gives it none. */
  readonly id: string | null;
  readonly name: string;
  /** Empty when unknown. */
  readonly type: string;
  readonly mentions: number;
  /** As the document says, usually 0…1. */
  readonly relevance: number | null;
  /** −1…1. */
  readonly sentiment: number | null;
}

/**
 * Where the mentions come from: marks of the text's blocks; the names of the listed entities, looked for in the text of a
 * document without marks; the document's own count where it has no text; nowhere.
 */
export type CountedBy = 'marks' | 'names' | 'stated' | 'nothing';

export interface DocumentEntities {
  readonly countedBy: CountedBy;
  /** Milliseconds since the epoch, where the document says when it was published. */
  readonly publishedAt: number | null;
  readonly entities: readonly DocumentEntity[];
}

type Fields = Readonly<Record<string, unknown>>;
type Counted = { -readonly [Name in keyof DocumentEntity]: DocumentEntity[Name] };

/** Names looked for in the text of a document without marks, as in the browser of one document. */
const mostNames = 5_000;

/**
 * The entities of an annotated document and how often its text names each. All keys may be missing; what is not as expected
 * is passed over. The same rules as the browser of one document has.
 *
 * @param value the parsed JSON
 */
export function readAnnotated(value: unknown): DocumentEntities {
  const root = rootOf(value);
  const content = inside(root.content);
  const analytics = inside(root.analytics);
  const blocks = items(bodyNames.map((name) => content[name]).find(isList)).map(([, block]) => block);
  const list = isList(analytics.entities) ? analytics.entities : root.entities;
  const known = entityList();
  for (const [key, item] of items(list)) known.list(item, key);
  const listed = known.rows.length;

  const texts = blocks.map((block) =>
    typeof block === 'string' ? block : text(field(block, 'block', 'text')),
  );
  const marks = blocks.map((block) => items(field(block, 'block', 'entities')).map(([, item]) => item));
  for (const [, item] of items(content.entities)) {
    const paragraph = number(field(item, 'item', 'paragraph'));
    const at = paragraph === null ? -1 : Math.max(0, paragraph - 1);
    if (marks[at] !== undefined) marks[at].push(item);
    else if (spansOf(inside(item)).length > 0) known.mark(item, null, spansOf(inside(item)).length);
  }
  const hasMarks = marks.some((one) => one.length > 0) || items(content.entities).length > 0;
  const hasText = texts.some((one) => one !== null && one !== '');
  if (hasMarks) for (const [block, found] of marks.entries()) countMarks(texts[block] ?? '', found, known);
  else if (hasText && listed > 0) countNames(texts, known);
  const countedBy = hasMarks ? 'marks' : listed === 0 ? 'nothing' : hasText ? 'names' : 'stated';
  if (countedBy === 'stated') for (const row of known.rows) row.mentions = known.statedOf(row);
  const metadata = inside(inside(root.document).metadata);
  return { countedBy, publishedAt: time(metadata.published_ts), entities: known.rows };
}

type Known = ReturnType<typeof entityList>;

/** The entities a document lists, and those that only its marks name. */
function entityList() {
  const rows: Counted[] = [];
  const byId = new Map<string, Counted>();
  const byName = new Map<string, Counted>();
  const stated = new Map<Counted, number>();

  function add(row: Counted): Counted {
    rows.push(row);
    if (row.id !== null && !byId.has(row.id)) byId.set(row.id, row);
    const name = row.name.trim().toLowerCase();
    if (!byName.has(name)) byName.set(name, row);
    return row;
  }
  const made = (item: unknown, id: string | null, name: string): Counted => ({
    id,
    name: name.trim().slice(0, 500),
    type: (text(field(item, 'item', 'type')) ?? '').slice(0, 40),
    mentions: 0,
    relevance: number(field(item, 'item', 'relevance')),
    sentiment: tone(field(item, 'item', 'sentiment')),
  });

  return {
    rows,
    statedOf: (row: Counted): number => stated.get(row) ?? 0,
    /** One of the analytics; `key` is its name in an object of entities. */
    list(item: unknown, key: string | null): void {
      const id = text(field(item, 'item', 'id')) ?? key;
      const name = named(item) ?? id;
      if (name === null || name.trim() === '') return;
      const row = (id === null ? undefined : byId.get(id)) ?? add(made(item, id, name));
      stated.set(row, (stated.get(row) ?? 0) + Math.max(0, number(field(item, 'item', 'mentions')) ?? 0));
    },
    /** Counts a mark for its entity; a new one where nothing listed fits. `shown` is the text under it. */
    mark(item: unknown, shown: string | null, times: number): Counted | undefined {
      const id = typeof item === 'string' ? null : text(field(item, 'item', 'id'));
      const said = named(item) ?? shown;
      const fits =
        (id === null ? undefined : byId.get(id)) ??
        (id === null && said !== null ? byName.get(said.trim().toLowerCase()) : undefined);
      const name = said ?? id;
      if (fits === undefined && (name === null || name.trim() === '')) return undefined;
      const row = fits ?? add(made(item, id, name ?? ''));
      row.mentions += times;
      return row;
    },
  };
}

/** Marks with places count as often as they have some; those without are looked for by name in their block. */
function countMarks(block: string, marks: readonly unknown[], known: Known): void {
  const unplaced = new Map<string, Counted>();
  const taken = new Set<string>();
  for (const item of marks) {
    const spans: readonly Span[] = isRecord(item) ? spansOf(item) : [];
    const [first] = spans;
    const shown = first === undefined ? null : block.slice(first.start, first.end);
    const row = known.mark(item, shown, spans.length);
    for (const { start, end } of spans) taken.add(`${start} ${end}`);
    if (row !== undefined && spans.length === 0) unplaced.set(named(item) ?? row.name, row);
  }
  if (unplaced.size === 0) return;
  const names = [...unplaced];
  for (const { name, start, end } of nameMatcher(names.map(([one]) => one))(block)) {
    const row = names[name]?.[1];
    if (row !== undefined && !taken.has(`${start} ${end}`)) row.mentions += 1;
  }
}

function countNames(texts: readonly (string | null)[], { rows }: Known): void {
  const match = nameMatcher(rows.slice(0, mostNames).map(({ name }) => name));
  for (const one of texts) {
    for (const { name } of one === null ? [] : match(one)) {
      const row = rows[name];
      if (row !== undefined) row.mentions += 1;
    }
  }
}

/** The document itself, also where it is wrapped in `results`, `data` or a list of one. */
function rootOf(value: unknown): Fields {
  let root = value;
  for (let step = 0; step < 3; step++) {
    if (Array.isArray(root) && root.length === 1) [root] = root;
    else if (isRecord(root) && root.content === undefined && root.analytics === undefined)
      root = root.results ?? root.result ?? root.data ?? root;
  }
  return inside(root);
}

const inside = (value: unknown): Fields => (isRecord(value) ? value : {});
const isList = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Members of a list, or of an object that is used as one, with their names. */
function items(value: unknown): [string | null, unknown][] {
  if (Array.isArray(value)) return value.map((one) => [null, one]);
  return isRecord(value) ? Object.entries(value) : [];
}

function field<K extends 'item' | 'block'>(
  item: unknown,
  kind: K,
  name: K extends 'item' ? keyof typeof itemNames : keyof typeof blockNames,
): unknown {
  if (!isRecord(item)) return undefined;
  const names: Readonly<Record<string, readonly string[]>> = kind === 'item' ? itemNames : blockNames;
  const found = names[name]?.find((one) => Object.hasOwn(item, one));
  return found === undefined ? undefined : item[found];
}

function named(item: unknown): string | null {
  if (typeof item === 'string') return item;
  return text(field(item, 'item', 'name')) ?? text(field(item, 'item', 'text'));
}

function text(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

function number(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
}

/** A number, a word, or an object that holds a number. */
function tone(value: unknown): number | null {
  const plain = number(value);
  if (plain !== null) return Math.max(-1, Math.min(1, plain));
  if (typeof value === 'string') return toneWords[value.trim().toLowerCase()] ?? null;
  if (!isRecord(value)) return null;
  return (
    Object.values(value)
      .map(number)
      .find((one) => one !== null && Math.abs(one) <= 1) ?? null
  );
}

function time(value: unknown): number | null {
  const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) ? at : null;
}
