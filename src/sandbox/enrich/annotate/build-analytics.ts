import type { AnnotatedBlock, FoundEvent } from './annotate-blocks.ts';
import type { Entity } from './gazetteer.ts';
import { round } from './score-sentiment.ts';

/** A reader looks at so many places of an event. */
const mostLocations = 20;
/** Events and entities beyond these are left out, the least relevant first. */
const mostEvents = 100;
const mostEntities = 300;

interface EntityTally {
  entity: Entity;
  count: number;
  firstBlock: number;
  sentiments: number[];
}

/** Document-level numbers, events and entities: the `analytics` section. */
export function buildAnalytics(
  blocks: readonly AnnotatedBlock[],
  events: readonly FoundEvent[],
  title: string,
  documentType: string,
): Record<string, unknown> {
  const tallies = tallyEntities(blocks);
  const relevance = relevanceOf(tallies, title);
  const sentences = blocks.flatMap((block) => block.sentences).filter((sentence) => sentence.sentiment !== 0);
  const sentiment = average(sentences.map((sentence) => sentence.sentiment));
  // Sure in the measure that there are sentences with a tone, never wholly.
  const confidence = round(sentences.length / (sentences.length + 10));
  const main = [...tallies.values()]
    .filter(({ entity }) => entity.type === 'COMP')
    .toSorted((left, right) => relevance(right) - relevance(left))[0]?.entity;
  const eventEntries = buildEvents(events, main);
  const eventSentiment = average(eventEntries.map((event) => event.sentiment));
  return {
    document: {
      document_type: documentType,
      document_sentiment: sentiment,
      document_sentiment_confidence: confidence,
      composite_sentiment_score: round((sentiment * 2 + eventSentiment) / 3),
    },
    events: eventEntries.map(({ sentiment: _, ...event }) => event),
    entities: [...tallies.values()]
      .map((tally) => ({
        rp_entity_id: tally.entity.id,
        entity_name: tally.entity.name,
        entity_type: tally.entity.type,
        entity_relevance: relevance(tally),
        entity_sentiment: average(tally.sentiments),
        mentions: tally.count,
      }))
      .toSorted(
        (left, right) => right.entity_relevance - left.entity_relevance || right.mentions - left.mentions,
      )
      .slice(0, mostEntities),
  };
}

/** The company a document reports on: the most relevant one (section 2.7, `reporting_entities`). */
export function reportingEntities(analytics: Record<string, unknown>): Record<string, unknown>[] {
  const entities = analytics.entities as { rp_entity_id: string; entity_name: string; entity_type: string }[];
  return entities
    .filter((entity) => entity.entity_type === 'COMP')
    .slice(0, 1)
    .map(({ rp_entity_id, entity_name }) => ({ rp_entity_id, entity_name }));
}

function tallyEntities(blocks: readonly AnnotatedBlock[]): Map<string, EntityTally> {
  const tallies = new Map<string, EntityTally>();
  for (const [index, block] of blocks.entries()) {
    for (const { entity, start } of block.mentions) {
      const tally = tallies.get(entity.id) ?? { entity, count: 0, firstBlock: index, sentiments: [] };
      tally.count += 1;
      const sentence = block.sentences.find((one) => one.start <= start && start < one.end);
      if (sentence !== undefined) tally.sentiments.push(sentence.sentiment);
      tallies.set(entity.id, tally);
    }
  }
  return tallies;
}

/**
 * Half by how often it is named against the most named, half by how early, and more when the title names it.
 */
function relevanceOf(
  tallies: ReadonlyMap<string, EntityTally>,
  title: string,
): (tally: EntityTally) => number {
  const most = Math.max(1, ...[...tallies.values()].map((tally) => tally.count));
  return ({ entity, count, firstBlock }) => {
    const often = Math.log1p(count) / Math.log1p(most);
    const early = 1 / (1 + firstBlock / 10);
    const firstWord = entity.name.split(/[ ,.]/)[0] ?? entity.name;
    const titled = title.toLowerCase().includes(firstWord.toLowerCase()) ? 0.15 : 0;
    return round(Math.min(1, often * 0.6 + early * 0.3 + titled));
  };
}

function buildEvents(events: readonly FoundEvent[], main: Entity | undefined) {
  const groups = new Map<string, FoundEvent[]>();
  for (const event of events) {
    const subject = subjectOf(event, main);
    const key = `${event.rule.type}\n${subject}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  const most = Math.max(1, ...[...groups.values()].map((group) => group.length));
  return [...groups]
    .map(([key, group]) => {
      const [type, subject] = key.split('\n');
      const usual = group[0]?.rule.sentiment ?? 0;
      const tone = average(group.map((event) => event.sentiment));
      const sentiment = round(Math.max(-1, Math.min(1, usual + tone / 2)));
      const early = 1 / (1 + (group[0]?.paragraph ?? 1) / 20);
      return {
        topic: group[0]?.rule.topic,
        type,
        event_relevance: round(0.5 * (Math.log1p(group.length) / Math.log1p(most)) + 0.5 * early),
        roles: subject === '' ? [] : [{ event_detected_entity_name: subject, event_sentiment: sentiment }],
        text_locations: group
          .slice(0, mostLocations)
          .map((event) => ({ paragraph_num: event.paragraph, sentence_num: event.sentence })),
        sentiment,
      };
    })
    .toSorted((left, right) => right.event_relevance - left.event_relevance)
    .slice(0, mostEvents);
}

/** The company or person the sentence names, else the company the document is about. */
function subjectOf({ mentions }: FoundEvent, main: Entity | undefined): string {
  const named =
    mentions.find(({ entity }) => entity.type === 'COMP') ??
    mentions.find(({ entity }) => entity.type === 'PEOP');
  return named?.entity.name ?? main?.name ?? '';
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : round(values.reduce((sum, value) => sum + value, 0) / values.length);
}
