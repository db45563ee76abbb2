import type { AcrossEntity } from '../bridge/across.ts';
import { isoTime } from './columns.ts';

/** Entities over many documents. */
export const acrossColumns = {
  id: ({ id }: AcrossEntity) => id,
  name: ({ name }: AcrossEntity) => name,
  type: ({ type }: AcrossEntity) => type,
  documents: ({ documents }: AcrossEntity) => documents,
  mentions: ({ mentions }: AcrossEntity) => mentions,
  meanSentiment: ({ sentiment }: AcrossEntity) => rounded(sentiment),
  meanRelevance: ({ relevance }: AcrossEntity) => rounded(relevance),
  firstDate: ({ firstAt }: AcrossEntity) => isoTime(firstAt),
  lastDate: ({ lastAt }: AcrossEntity) => isoTime(lastAt),
};

interface Entity {
  readonly id: string | null;
  readonly name: string;
  readonly type: string;
  readonly mentions: number;
  readonly sentiment: number | null;
  readonly relevance: number | null;
}

/** Entities of one document. */
export const entityColumns = {
  id: ({ id }: Entity) => id,
  name: ({ name }: Entity) => name,
  type: ({ type }: Entity) => type,
  mentions: ({ mentions }: Entity) => mentions,
  sentiment: ({ sentiment }: Entity) => sentiment,
  relevance: ({ relevance }: Entity) => relevance,
};

interface DocumentEvent {
  readonly type: string;
  readonly topic: string;
  readonly roles: readonly { readonly name: string }[];
  readonly sentiment: number | null;
  readonly relevance: number | null;
  readonly places: readonly { readonly block: number }[];
}

/** Events of one document; its paragraphs are counted from 1. */
export const eventColumns = {
  type: ({ type }: DocumentEvent) => type,
  topic: ({ topic }: DocumentEvent) => topic,
  roles: ({ roles }: DocumentEvent) => roles.map(({ name }) => name),
  sentiment: ({ sentiment }: DocumentEvent) => sentiment,
  relevance: ({ relevance }: DocumentEvent) => relevance,
  paragraphs: ({ places }: DocumentEvent) => places.map(({ block }) => String(block + 1)),
};

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10_000) / 10_000;
