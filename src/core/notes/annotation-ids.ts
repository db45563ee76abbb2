import { createHash } from 'node:crypto';
import type { ReadAnnotation } from '#shared/cite/read-annotations.ts';
import type { NoteRow } from '../ledger/note-row.ts';

const urn = /^urn:uuid:([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i;

/**
 * The id of each annotation of a file, the same each time: the UUID in its IRI, one made of its IRI, or one
 * made of all it says. What an earlier version took in without an IRI has an id of fewer parts, which several
 * may share: there the first that may be that note keeps it.
 */
export function annotationIds(known: (id: string) => NoteRow | undefined) {
  /** Which annotation of this file has such an id. */
  const taken = new Map<string, string>();
  return (annotation: ReadAnnotation): string => {
    const { iri, source, quote, prefix, position, body } = annotation;
    const own = urn.exec(iri ?? '')?.[1];
    if (own !== undefined) return own.toLowerCase();
    if (iri !== null) return uuidOf(iri);
    const { document: _document, changedAt: _changedAt, ...said } = annotation;
    const id = uuidOf(JSON.stringify(said));
    const before = uuidOf(JSON.stringify([source, quote, prefix, position, body]));
    const row = known(before);
    if (row === undefined || !mayBe(row, annotation)) return id;
    if (!taken.has(before)) taken.set(before, id);
    return taken.get(before) === id ? before : id;
  };
}

/** Version 8 is for what is made in a way of one's own (RFC 9562, 5.8). */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${'89ab'[Number.parseInt(hash[16] as string, 16) % 4]}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** A note that was placed has the words of its document around it, and one that was edited other tags. */
function mayBe(row: NoteRow, { suffix, tags, color, author, createdAt, changedAt }: ReadAnnotation): boolean {
  if (row.author !== author || (createdAt !== null && row.createdAt !== createdAt)) return false;
  if (!beginAlike(row.suffix, suffix)) return false;
  const isEdited = row.changedAt > (changedAt ?? createdAt ?? row.createdAt);
  return isEdited || (row.color === color && JSON.stringify(row.tags) === JSON.stringify(tags));
}

function beginAlike(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => text.replace(/\s+/gu, ' ').trim()) as [string, string];
  return left.startsWith(right) || right.startsWith(left);
}
