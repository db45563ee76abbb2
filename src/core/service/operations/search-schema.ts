import { z } from 'zod';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';
import { count, flag, text, texts } from './fields.ts';

const { say } = inEnglish;

const mode = z.enum(['INCLUDE', 'EXCLUDE'], rule('mode')).meta({ description: say('operation-field.mode') });

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
  .regex(/^(MANAGEMENT-DISCUSSION|QUESTION-ANSWER)$/i, rule('section'))
  .meta({ examples: ['MANAGEMENT-DISCUSSION', 'QUESTION-ANSWER'] });

const chunkNumber = (description: string) => count(description, { says: rule('chunk') });

/** Filters whose names are shown; how those left open are written is not. */
const filters = z
  .looseObject({
    timestamp: z
      .unknown()
      .meta({ description: say('operation-field.range') })
      .optional(),
    source: z
      .unknown()
      .meta({ description: say('operation-field.sources') })
      .optional(),
    category: chosen(say('operation-field.categories'), searchCategories),
    tier: z
      .unknown()
      .meta({ description: say('operation-field.content-tiers') })
      .optional(),
    document: z
      .looseObject({ mode, values: texts(say('operation-field.document-ids')) })
      .meta({ description: say('operation-field.documents') })
      .optional(),
    document_type: z
      .unknown()
      .meta({ description: say('operation-field.types'), examples: [...documentTypes] })
      .optional(),
    tag: z
      .looseObject({ any_of: texts(say('operation-field.tag-names')).optional() })
      .meta({ description: say('operation-field.any-tag') })
      .optional(),
    sections: z
      .union([z.array(section), z.unknown().refine((value) => !Array.isArray(value))], {
        error: rule('section'),
      })
      .meta({ description: say('operation-field.sections') })
      .optional(),
    authors: z
      .unknown()
      .meta({ description: say('operation-field.authors') })
      .optional(),
    speakers: z
      .unknown()
      .meta({ description: say('operation-field.speakers') })
      .optional(),
    chunk: z
      .looseObject({
        from: chunkNumber(say('operation-field.first-chunk')).optional(),
        to: chunkNumber(say('operation-field.last-chunk')).optional(),
      })
      .meta({ description: say('operation-field.chunks') })
      .optional(),
  })
  .meta({ description: say('operation-field.filters') });

const externalModes = rule('external-mode');
const externalMode = z
  .enum(['INCLUDE', 'ONLY'], externalModes)
  .meta({ description: say('operation-field.external-mode') })
  .optional();

/** The query of every kind of search. */
export const searchQuery = z.looseObject({
  text: text(say('operation-field.query-text')).optional(),
  texts: texts(say('operation-field.query-texts')).max(5, rule('five-texts')).optional(),
  filters: filters.optional(),
  context: text(say('operation-field.hints')).optional(),
  auto_enrich_filters: flag(say('operation-field.auto-filters')).optional(),
  external_search: z
    .union(
      [
        z.looseObject({ web: z.looseObject({ mode: externalMode }).optional(), mode: externalMode }),
        z.literal('web'),
      ],
      { error: externalModes },
    )
    .meta({ description: say('operation-field.external') })
    .optional(),
});

export const searchMode = z
  .enum(['fast', 'smart'], rule('search-mode'))
  .meta({ description: say('operation-field.search-mode'), default: 'fast' });

/** Order and variety of results; not for volumes. */
export const rankingParameters = z.looseObject({
  reranker: z
    .looseObject({ text: text(say('operation-field.intent')).optional() })
    .meta({ description: say('operation-field.reranker') })
    .optional(),
  content_diversification: z
    .looseObject({ enabled: flag(say('operation-field.on')) })
    .meta({ description: say('operation-field.repetitions') })
    .optional(),
});
