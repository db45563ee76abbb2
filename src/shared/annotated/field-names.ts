/**
 * What the interface leaves open in annotated documents (specification 2.8; service-behaviour.md, "Annotated
 * documents"): each field under every name that was seen or is likely, the usual one first. Pages and core
 * read documents by the same names.
 */

/** What marks, sentences, entities, events and roles are made of. */
export const itemNames = {
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
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const blockNames = {
  text: ['text', 'content', 'value', 'body'],
  kind: ['kind', 'type', 'block_type', 'blockType', 'tag'],
  entities: ['entities', 'mentions', 'annotations', 'detections', 'spans'],
  sentences: ['sentences', 'sents'],
  chunk: ['cnum', 'chunk_num', 'chunk', 'chunk_id'],
  page: ['page', 'page_num', 'page_number', 'pageNumber'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Where the content keeps its blocks. */
export const bodyNames = ['body', 'blocks', 'paragraphs', 'chunks', 'sections'] as const;

/** Tones written as words, in −1…1. */
export const toneWords: ReadonlyMap<string, number> = new Map([
  ['positive', 0.5],
  ['negative', -0.5],
  ['neutral', 0],
]);
