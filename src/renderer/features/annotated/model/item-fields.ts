import { childrenOf, kindOf, numberOf, stringOf } from '../../json-tree/tape/read.ts';
import type { Tape } from '../../json-tree/tape/tape.ts';
import { fieldReader } from './fields.ts';

/** What marks, sentences, entities, events and roles are made of, under every name that was seen or is likely. */
export const itemFields = fieldReader({
  start: [
    'start',
    'start_offset',
    'startOffset',
    'begin',
    'begin_offset',
    'beginOffset',
    'char_start',
    'start_char',
    'from',
  ],
  end: ['end', 'end_offset', 'endOffset', 'stop', 'char_end', 'end_char', 'to'],
  offset: ['offset', 'char_offset', 'pos'],
  length: ['length', 'len'],
  places: [
    'position',
    'offsets',
    'span',
    'range',
    'location',
    'loc',
    'positions',
    'spans',
    'ranges',
    'indices',
    'locations',
  ],
  name: ['entity_name', 'name', 'event_detected_entity_name', 'label', 'canonical_name', 'topic_name'],
  text: [
    'text',
    'matched_text',
    'detected_text',
    'surface',
    'surface_form',
    'mention',
    'entity_detected_name',
    'word',
  ],
  id: ['rp_entity_id', 'entity_id', 'id', 'entityId', 'uri'],
  type: ['entity_type', 'type', 'event_type', 'entityType', 'category', 'kind'],
  topic: ['topic', 'event_topic', 'group', 'category_name'],
  relevance: ['entity_relevance', 'event_relevance', 'relevance', 'salience'],
  sentiment: ['entity_sentiment', 'event_sentiment', 'sentiment', 'sentiment_score', 'tone'],
  roles: ['roles', 'participants', 'arguments', 'entities'],
  textLocations: ['text_locations', 'textLocations'],
  paragraph: ['paragraph_num', 'paragraph', 'paragraph_number', 'block_num', 'block_index', 'block'],
  sentence: ['sentence_num', 'sentence', 'sentence_number', 'sentence_index'],
  chunk: ['cnum', 'chunk_num', 'chunk'],
  mentions: ['mentions', 'mention_count', 'count', 'occurrences'],
});

export const blockFields = fieldReader({
  text: ['text', 'content', 'value', 'body'],
  kind: ['kind', 'type', 'block_type', 'blockType', 'tag'],
  entities: ['entities', 'mentions', 'annotations', 'detections', 'spans'],
  sentences: ['sentences', 'sents'],
  chunk: ['cnum', 'chunk_num', 'chunk', 'chunk_id'],
});

export function textAt(tape: Tape, node: number): string | null {
  if (node < 0) return null;
  const text = stringOf(tape, node);
  if (text !== null) return text;
  const number = numberOf(tape, node);
  return number === null ? null : String(number);
}

/** A number, also where it is written as a text. */
export function numberAt(tape: Tape, node: number): number | null {
  if (node < 0) return null;
  const number = numberOf(tape, node);
  if (number !== null) return number;
  const text = stringOf(tape, node);
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

const words: Readonly<Record<string, number>> = { positive: 0.5, negative: -0.5, neutral: 0 };

/** A tone in −1…1: a number, a word, or an object that holds one. */
export function sentimentAt(tape: Tape, node: number): number | null {
  if (node < 0) return null;
  const number = numberAt(tape, node);
  if (number !== null) return Number.isFinite(number) ? Math.max(-1, Math.min(1, number)) : null;
  const text = stringOf(tape, node);
  if (text !== null) return words[text.trim().toLowerCase()] ?? null;
  if (kindOf(tape, node) !== 'object') return null;
  for (const child of childrenOf(tape, node)) {
    const inside = numberAt(tape, child);
    if (inside !== null && Math.abs(inside) <= 1) return inside;
  }
  return null;
}
