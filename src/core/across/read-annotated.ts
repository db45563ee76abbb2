import { type CountedBy, openAnnotated } from '#shared/annotated/open-annotated.ts';
import { publishedAt } from '#shared/annotated/published-at.ts';
import type { Tape } from '#shared/annotated/tape/tape.ts';
import type { EntityRow } from '#shared/annotated/types.ts';

/** An entity of one document. */
export type DocumentEntity = Omit<EntityRow, 'entity' | 'node'>;

export interface DocumentEntities {
  readonly countedBy: CountedBy;
  /** Milliseconds since the epoch, where the document says when it was published. */
  readonly publishedAt: number | null;
  readonly entities: readonly DocumentEntity[];
}

/** The entities of an annotated document and how often its text names each. All keys may be missing. */
export function readAnnotated(tape: Tape): DocumentEntities {
  const { sections, entities, index, countedBy, entityRow } = openAnnotated(tape);
  index.finish();
  const rows = Array.from({ length: entities.size }, (_, entity) => {
    const { id, name, type, mentions, relevance, sentiment } = entityRow(entity);
    return { id, name, type, mentions, relevance, sentiment };
  });
  return { countedBy, publishedAt: publishedAt(tape, sections.root), entities: rows };
}
