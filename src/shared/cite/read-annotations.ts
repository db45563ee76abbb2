import { z } from 'zod';
import { longestTag, mostNoted, mostQuoted, mostTags, type Note, noteColorSchema } from '../bridge/notes.ts';
import { type Said, said } from '../spoken/said.ts';
import { readPassageLink } from './passage-link.ts';

/** A note as an annotation tells of it. */
export interface ReadAnnotation
  extends Pick<
    Note,
    'color' | 'body' | 'tags' | 'author' | 'quote' | 'prefix' | 'suffix' | 'position' | 'place' | 'page'
  > {
  /** Its IRI; null where it has none. */
  readonly iri: string | null;
  /** IRI of what it is about. */
  readonly source: string;
  readonly section: string | null;
  readonly document: Note['document'];
  /** Milliseconds since the epoch; null where it does not say. */
  readonly createdAt: number | null;
  readonly changedAt: number | null;
}

export type ReadItem =
  | { readonly ok: true; readonly annotation: ReadAnnotation }
  | { readonly ok: false; readonly why: Said };

/** Annotations of one file. */
export const mostAnnotations = 50_000;
/** What stands before and after the words, in annotations of others; ours is shorter. */
const mostContext = 1_000;
const iri = z.string().min(1).max(4_096);
/** A value, or several. */
const some = <T extends z.ZodType>(one: T, most = 50) => z.union([one, z.array(one).max(most)]);
const text = (most: number) => z.string().max(most);
const typed = { type: some(text(200), 20).optional() };

const selectorFields = {
  ...typed,
  exact: text(1_000_000).optional(),
  prefix: text(1_000_000).optional(),
  suffix: text(1_000_000).optional(),
  start: z.number().int().nonnegative().optional(),
  value: text(10_000).optional(),
};
const plainSelector = z.looseObject(selectorFields);
const selector = z.union([
  iri,
  z.looseObject({ ...selectorFields, refinedBy: some(plainSelector).optional() }),
]);
const source = z.looseObject({
  id: iri,
  'dcterms:title': text(2_000).optional(),
  'dcterms:issued': text(100).optional(),
  'schema:name': text(2_000).optional(),
  'schema:sha256': text(64)
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
const target = z.looseObject({
  id: iri.optional(),
  source: z.union([iri, source]).optional(),
  selector: some(selector).optional(),
  styleClass: some(text(200)).optional(),
  'schema:articleSection': text(2_000).optional(),
});
const textual = z.looseObject({
  ...typed,
  value: text(1_000_000).optional(),
  purpose: some(text(200)).optional(),
});
const agent = z.union([text(4_096), z.looseObject({ name: some(text(1_000)).optional() })]);
const annotation = z.looseObject({
  id: iri.optional(),
  ...typed,
  created: text(100).optional(),
  modified: text(100).optional(),
  creator: some(agent).optional(),
  bodyValue: text(1_000_000).optional(),
  body: some(z.union([iri, textual])).optional(),
  target: some(z.union([iri, target])),
});
const collection = z.looseObject({
  items: z.array(z.unknown()).optional(),
  first: z.union([iri, z.looseObject({ items: z.array(z.unknown()) })]).optional(),
});

/**
 * Annotations of a file: a page or a collection of them, a list, or one. Undefined where it is none of these.
 * What another program wrote is taken as far as it names words of a text.
 */
export function readAnnotations(json: string): readonly ReadItem[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  return itemsOf(value)?.map(readOne);
}

function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.length <= mostAnnotations ? value : undefined;
  const found = collection.safeParse(value).data;
  if (found === undefined) return undefined;
  const { items, first } = found;
  const page = items ?? (typeof first === 'object' ? first.items : undefined);
  if (page !== undefined) return page.length <= mostAnnotations ? page : undefined;
  return 'target' in found ? [found] : undefined;
}

const listOf = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

function readOne(value: unknown): ReadItem {
  const refused = (why: Said): ReadItem => ({ ok: false, why });
  const parsed = annotation.safeParse(value);
  if (!parsed.success) return refused(said('notes.noAnnotation'));
  const { id = null, created, modified, creator, body, bodyValue } = parsed.data;
  const targets = listOf(parsed.data.target);
  const [about] = targets;
  if (targets.length !== 1 || about === undefined) return refused(said('notes.severalTargets'));
  if (typeof about === 'string') return refused(said('notes.noWords'));
  const selectors = listOf(about.selector).flatMap((one) =>
    typeof one === 'string' ? [] : [one, ...listOf(one.refinedBy)],
  );
  const quoted = selectors.find(({ exact }) => exact !== undefined && exact.trim() !== '');
  const from = about.source ?? about.id;
  if (quoted?.exact === undefined || from === undefined) return refused(said('notes.noWords'));
  if (quoted.exact.length > mostQuoted) return refused(said('notes.tooLong'));
  const words = readBodies(listOf(body));
  const noted = [...(bodyValue === undefined ? [] : [bodyValue]), ...words.texts].join('\n\n');
  if (noted.length > mostNoted || words.tags.length > mostTags) return refused(said('notes.tooLong'));
  const link = about.id === undefined ? null : readPassageLink(about.id);
  const isPlaced = link !== null && link.path !== null && link.from !== null && link.to !== null;
  const facts = typeof from === 'string' ? { id: from } : from;
  const style = listOf(about.styleClass).flatMap((one) => noteColorSchema.safeParse(one).data ?? []);
  return {
    ok: true,
    annotation: {
      iri: id,
      source: facts.id,
      color: style[0] ?? 'yellow',
      body: noted,
      tags: words.tags,
      author: nameOf(listOf(creator)[0]),
      quote: quoted.exact,
      prefix: (quoted.prefix ?? '').slice(-mostContext).toWellFormed(),
      suffix: (quoted.suffix ?? '').slice(0, mostContext).toWellFormed(),
      position: selectors.find(({ start }) => start !== undefined)?.start ?? null,
      place: isPlaced
        ? {
            path: link.path as string,
            from: link.from as number,
            to: link.to as number,
            endPath: link.endPath,
          }
        : null,
      page: link?.page ?? null,
      section: about['schema:articleSection'] ?? null,
      document: {
        title: facts['dcterms:title'] ?? null,
        fileName: facts['schema:name'] ?? null,
        sha256: facts['schema:sha256'] ?? null,
        publishedAt: timeOf(facts['dcterms:issued']),
      },
      createdAt: timeOf(created),
      changedAt: timeOf(modified),
    },
  };
}

function readBodies(bodies: readonly (string | z.infer<typeof textual>)[]) {
  const texts: string[] = [];
  const tags: string[] = [];
  for (const one of bodies) {
    // A body that is an address is somebody else's page, and nothing is fetched.
    if (typeof one === 'string' || one.value === undefined) continue;
    const isTag = listOf(one.purpose).includes('tagging');
    const value = isTag ? one.value.trim().slice(0, longestTag).toWellFormed() : one.value;
    if (value !== '') (isTag ? tags : texts).push(value);
  }
  return { texts, tags };
}

function nameOf(creator: z.infer<typeof agent> | undefined): string | null {
  const name = typeof creator === 'object' ? listOf(creator.name)[0] : creator;
  const line = (name ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' ? null : line.slice(0, 200).toWellFormed();
}

/** The end of the year 9999. */
const lastTime = 253_402_300_799_999;

function timeOf(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) || time < 0 || time > lastTime ? null : time;
}
