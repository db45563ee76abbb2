import { createBlockReader } from './block-reader.ts';
import { createEntityList } from './entity-list.ts';
import { findSections } from './find-sections.ts';
import { createMentionIndex } from './mention-index.ts';
import { childrenOf } from './tape/read.ts';
import type { Tape } from './tape/tape.ts';
import type { EntityCounts, EntityRow } from './types.ts';

/**
 * Where the mentions come from: marks of the text's blocks; the names of the listed entities, looked for in
 * the text of a document without marks; the document's own count where it has no text; nowhere.
 */
export type CountedBy = 'marks' | 'names' | 'stated' | 'nothing';

/**
 * An annotated document, over the index of its bytes: what its text is, which entities it has and where it
 * names them. The only reader; pages show what it says, and core adds it up over many documents. A block is
 * read when it is asked for.
 */
export function openAnnotated(tape: Tape) {
  const sections = findSections(tape);
  const blocks = sections.body < 0 ? [] : [...childrenOf(tape, sections.body)];
  const entities = createEntityList(tape, sections.entities);
  const reader = createBlockReader(tape, blocks, sections, entities);
  const index = createMentionIndex(blocks.length, reader);
  const countedBy = decide();

  function decide(): CountedBy {
    if (reader.hasMarks) return 'marks';
    if (entities.listed === 0) return 'nothing';
    return reader.hasText() ? 'names' : 'stated';
  }

  /** Those of the blocks that were read so far. */
  function mentionsOf(entity: number): number {
    return countedBy === 'stated' ? entities.row(entity).stated : index.countOf(entity);
  }

  function entityRow(entity: number): EntityRow {
    const { stated: _stated, ...row } = entities.row(entity);
    return { ...row, mentions: mentionsOf(entity) };
  }

  return {
    sections,
    blocks,
    entities,
    reader,
    index,
    countedBy,
    entityRow,
    counts: (): EntityCounts => index.counts(entities, mentionsOf),
  };
}
