import type { SandboxProfile } from '../../options.ts';
import type { AnnotatedBlock } from './annotate-blocks.ts';

/**
 * A block as the annotated document shows it. The keys of the items are unknown to the specification: the
 * spec profile writes `start` and `end` beside the names, the field profile nests them, so that a client
 * meets both.
 */
export function blockJson(block: AnnotatedBlock, profile: SandboxProfile): Record<string, unknown> {
  const nested = profile === 'field';
  return {
    text: block.text,
    kind: block.kind,
    entities: block.mentions.map(({ entity, start, end }) => ({
      rp_entity_id: entity.id,
      entity_name: entity.name,
      entity_type: entity.type,
      ...(nested ? { position: { start, end } } : { start, end }),
    })),
    sentences: block.sentences.map(({ start, end, sentiment }, index) => ({
      sentence_num: index + 1,
      ...(nested ? { position: { start, end } } : { start, end }),
      sentiment,
    })),
  };
}
