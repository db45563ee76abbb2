import { z } from 'zod';
import { saidSchema } from '../spoken/said-schema.ts';
import { call } from './define.ts';

const chunk = z.object({
  /** Its number in the document, from 1; null where the service does not say. */
  chunk: z.number().int().nullable(),
  text: z.string(),
  /** 0…1 as the service says it, greater is better. */
  relevance: z.number().nullable(),
  /** −1…1. */
  sentiment: z.number().nullable(),
  /** Entities found in it, each once. */
  entities: z.array(z.object({ id: z.string().nullable(), name: z.string(), type: z.string() })),
  /**
   * Where it begins in the annotated document: block and sentence, from 1; null where the service does not
   * say.
   */
  paragraph: z.number().int().nullable(),
  sentence: z.number().int().nullable(),
});
export type FoundChunk = z.infer<typeof chunk>;

const found = z.object({
  contentId: z.string(),
  headline: z.string(),
  /** As Sluice knows it, where it does. */
  fileName: z.string().nullable(),
  /** Milliseconds since the epoch. */
  at: z.number().nullable(),
  source: z.string().nullable(),
  type: z.string().nullable(),
  /** In the service's order. */
  chunks: z.array(chunk),
});
export type FoundDocument = z.infer<typeof found>;

export const searchCalls = {
  /**
   * Searches the profile's own files (specification 4.13: fast mode, category `my_files`). It uses some of
   * the quota, so ask only when a person does.
   */
  'search.files': call(
    z.object({
      text: z.string().trim().min(1),
      /** Names; documents with any of them. */
      tags: z.array(z.string()).default([]),
      /** Milliseconds since the epoch; the second excluded. */
      after: z.number().optional(),
      before: z.number().optional(),
    }),
    z.object({
      /** In the service's order: the document with the best chunk first. */
      documents: z.array(found),
      /** Query units it took, where the service says. */
      units: z.number().nullable(),
      /** Sentences to show beside the answer. */
      notes: z.array(saidSchema),
      tookMs: z.number(),
    }),
  ),
};
