import type { Block } from '../extract/block.ts';
import { type EventRule, eventRules } from './event-rules.ts';
import type { EntityFinder, Mention } from './find-entities.ts';
import { scoreSentiment } from './score-sentiment.ts';
import { type Span, splitSentences } from './split-sentences.ts';

/** A sentence with its tone in −1…1. */
export interface AnnotatedSentence extends Span {
  sentiment: number;
}

/** A block with what was found in it; all offsets count in the block's text. */
export interface AnnotatedBlock extends Block {
  mentions: Mention[];
  sentences: AnnotatedSentence[];
}

/** An event a sentence tells of; paragraph and sentence count from 1. */
export interface FoundEvent {
  rule: EventRule;
  paragraph: number;
  sentence: number;
  sentiment: number;
  mentions: Mention[];
}

/** Finds sentences, entities and events in every block. */
export function annotateBlocks(
  blocks: readonly Block[],
  findEntities: EntityFinder,
): { blocks: AnnotatedBlock[]; events: FoundEvent[] } {
  const events: FoundEvent[] = [];
  const annotated = blocks.map((block, index) => {
    const mentions = findEntities(block.text);
    const sentences = splitSentences(block.text).map((span, number) => {
      const text = block.text.slice(span.start, span.end);
      const sentiment = scoreSentiment(text);
      if (block.kind !== 'TABLE' && block.kind !== 'FOOTER') {
        const within = mentions.filter((one) => one.start >= span.start && one.end <= span.end);
        const place = { paragraph: index + 1, sentence: number + 1, sentiment, mentions: within };
        for (const rule of eventRules) if (rule.pattern.test(text)) events.push({ rule, ...place });
      }
      return { ...span, sentiment };
    });
    return { ...block, mentions, sentences };
  });
  return { blocks: annotated, events };
}
