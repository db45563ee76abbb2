import { z } from 'zod';
import { count, flag, text, texts } from './fields.ts';

const mode = z
  .enum(['INCLUDE', 'EXCLUDE'], 'The mode is INCLUDE or EXCLUDE.')
  .meta({ description: 'Only these, or all but these.' });

/** Values included or excluded. */
const chosen = (description: string, examples: readonly string[] = []) =>
  z.looseObject({ mode: mode.optional(), values: texts(description, examples).optional() }).optional();

/** Category values named in the specification (4.13, rule 7). */
export const searchCategories = [
  'my_files',
  'news',
  'news_premium',
  'filings',
  'transcripts',
  'research',
  'research_academic_journals',
  'research_investment_research',
  'expert_interviews',
  'podcasts',
] as const;

/** Types and subtypes named in the specification (4.13, rule 7). */
const documentTypes = [
  'SOCIAL-MEDIA-POST',
  'INVESTMENT-RESEARCH',
  ...['COMPANY_REPORT', 'COVERAGE_ANALYSIS', 'ECONOMIC_REPORT', 'FIXED_INCOME_REPORT', 'FUND_REPORT'],
  ...['FX_AND_DERIVATIVES_REPORT', 'GENERIC_REPORT', 'INDEX_REPORT', 'INDUSTRY_REPORT', 'MARKET_UPDATE'],
  ...['PORTFOLIO_STRATEGY', 'PORTFOLIO_SUMMARY', 'RATING_REPORT', 'RESEARCH_NOTE', 'THEMATIC_ANALYSIS'],
  ...['SEC_424B2', 'SEC_DEF_14A', 'SEC_485APOS', 'SEC_485BPOS', 'SEC_497', 'SEC_497AD', 'SEC_497J'],
  ...['SEC_497K', 'SEC_497VPI', 'SEC_497VPSUB', 'SEC_497VPU', 'SEC_N_CSR', 'SEC_N_CSR_A', 'SEC_N_CSRS'],
  ...['SEC_N_CSRS_A', 'SEC_NPORT_P_A', 'SEC_NT_NCSR', 'SEC_NT_NCSR_A', 'SEC_NT_NPORT_P', 'SEC_NTFNCSR'],
] as const;

const section = z
  .string()
  .regex(
    /^(MANAGEMENT-DISCUSSION|QUESTION-ANSWER)$/i,
    'A section is MANAGEMENT-DISCUSSION or QUESTION-ANSWER.',
  )
  .meta({ examples: ['MANAGEMENT-DISCUSSION', 'QUESTION-ANSWER'] });

const chunkNumber = (description: string) =>
  count(description, { says: 'A chunk is counted from 1, as a whole number.' });

/** Filters whose names are shown; how those left open are written is not. */
const filters = z
  .looseObject({
    timestamp: z.unknown().meta({ description: 'Range of time.' }).optional(),
    source: z.unknown().meta({ description: 'Sources.' }).optional(),
    category: chosen('Categories.', searchCategories),
    tier: z
      .unknown()
      .meta({ description: 'Content tiers, such as premium-news, earnings-transcripts or web.' })
      .optional(),
    document: z
      .looseObject({ mode, values: texts('Document ids.') })
      .meta({ description: 'Certain documents, or all but them.' })
      .optional(),
    document_type: z
      .unknown()
      .meta({ description: 'Types and subtypes.', examples: [...documentTypes] })
      .optional(),
    tag: z
      .looseObject({ any_of: texts('Names of tags.').optional() })
      .meta({ description: 'Documents with any of these tags.' })
      .optional(),
    sections: z
      .union([z.array(section), z.unknown().refine((value) => !Array.isArray(value))], {
        error: 'A section is MANAGEMENT-DISCUSSION or QUESTION-ANSWER.',
      })
      .meta({ description: 'Parts of transcripts and expert interviews.' })
      .optional(),
    authors: z.unknown().meta({ description: 'Authors of documents.' }).optional(),
    speakers: z.unknown().meta({ description: 'Speakers of chunks.' }).optional(),
    chunk: z
      .looseObject({
        from: chunkNumber('First chunk, from 1.').optional(),
        to: chunkNumber('Last chunk, inclusive.').optional(),
      })
      .meta({ description: 'Chunks by their place in the document.' })
      .optional(),
  })
  .meta({ description: 'What to search in. Smart mode takes only timestamp and source.' });

const externalModes = 'The mode of external search is INCLUDE (premium and web) or ONLY (web).';
const externalMode = z
  .enum(['INCLUDE', 'ONLY'], externalModes)
  .meta({ description: 'INCLUDE searches premium content and the web, ONLY the web.' })
  .optional();

/** The query of every kind of search. */
export const searchQuery = z.looseObject({
  text: text('What to look for. Not together with texts.').optional(),
  texts: texts('Up to 5 texts. Not together with text.')
    .max(5, 'query.texts takes at most 5 texts.')
    .optional(),
  filters: filters.optional(),
  context: text('Brief hints, for smart mode.').optional(),
  auto_enrich_filters: flag('Whether filters are added from the text; true when left out.').optional(),
  external_search: z
    .union(
      [
        z.looseObject({ web: z.looseObject({ mode: externalMode }).optional(), mode: externalMode }),
        z.literal('web'),
      ],
      { error: externalModes },
    )
    .meta({ description: 'Also search the web, or only.' })
    .optional(),
});

export const searchMode = z
  .enum(['fast', 'smart'], 'The search mode is fast or smart.')
  .meta({ description: 'fast: one query. smart: sub-queries of its own, slower.', default: 'fast' });

/** Order and variety of results; not for volumes. */
export const rankingParameters = z.looseObject({
  reranker: z
    .looseObject({ text: text('The intent of several texts in one.').optional() })
    .meta({ description: 'Orders the results anew by a text.' })
    .optional(),
  content_diversification: z
    .looseObject({ enabled: flag('On unless false.') })
    .meta({ description: 'Keeps near repetitions out.' })
    .optional(),
});
