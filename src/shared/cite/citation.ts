import { z } from 'zod';
import { saidSchema } from '../spoken/said-schema.ts';

/** Characters of a quote and of a sentence, and quotes of one link, that are compared. */
export const mostQuoted = 20_000;
export const mostSaid = 4_000;
export const mostQuotes = 50;

/** Characters of a link; ours are shorter. */
export const longestLink = 4_096;

/** A citation of one of our links, as it stands in somebody's text. */
export const citationSchema = z.object({
  link: z.string().max(longestLink),
  /** Line of the text it stands in, from 1; null where it has none. */
  line: z.number().int().positive().nullable(),
  /** What is quoted beside it; where nothing is, only its own words are looked for. */
  quotes: z.array(z.string().max(mostQuoted)).max(mostQuotes),
  /** It is what the link itself says, which may also be a title or a word of its own. */
  isLinkText: z.boolean().default(false),
  /** The sentence it stands in, without what is quoted and without the link. */
  sentence: z.string().max(mostSaid),
  /** Something of it was too long to be compared; then it is never called the same. */
  isCut: z.boolean().default(false),
});
export type Citation = z.output<typeof citationSchema>;

/**
 * - `same`: the document has the quoted words where the link says · `moved`: it has them elsewhere
 * - `changed`: it has similar words · `gone`: it has no such words, or it was deleted
 * - `unknown`: Sluice could not read it, or only a reader can compare what the sentence says
 */
export const citationOutcomes = ['same', 'moved', 'changed', 'gone', 'unknown'] as const;

export const checkedCitationSchema = z.object({
  link: z.string(),
  line: z.number().int().nullable(),
  outcome: z.enum(citationOutcomes),
  contentId: z.string().nullable(),
  /** Title of the document, else the name of its file. */
  title: z.string().nullable(),
  /** What is quoted, of several what is to blame, and what the document says there now. */
  quote: z.string().nullable(),
  found: z.string().nullable(),
  /** A link to where it stands now. */
  to: z.string().nullable(),
  section: z.string().nullable(),
  /** Numbers of the sentence that the passage does not contain, as the sentence writes them. */
  numbers: z.array(z.string()),
  /**
   * Whether the words stand in what the document was made from as well; null where that was not looked at: a
   * PDF, one that the service did not keep, or one that is not here.
   */
  inOriginal: z.boolean().nullable(),
  /** Why it is unknown, changed or gone; null if the quote itself shows it. */
  reason: saidSchema.nullable(),
});
export type CheckedCitation = z.infer<typeof checkedCitationSchema>;

/** A passage as it stands in its document now. */
export const citedPassageSchema = z.object({
  contentId: z.string(),
  title: z.string().nullable(),
  fileName: z.string().nullable(),
  /** Milliseconds since the epoch. */
  publishedAt: z.number().nullable(),
  /** `none`: the words of the link stand nowhere in it any more. */
  kind: z.enum(['exact', 'approximate', 'none']),
  quote: z.string().nullable(),
  /** The whole sentences around it. */
  sentence: z.string().nullable(),
  section: z.string().nullable(),
  page: z.number().nullable(),
  link: z.string(),
  /** The page of `sluice ui` that shows it, after its address. */
  route: z.string(),
});
export type CitedPassage = z.infer<typeof citedPassageSchema>;
