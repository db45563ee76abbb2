import { z } from 'zod';
import { lenientString, lenientStrings } from '../schemas/lenient.ts';
import { anything, knowledgeGraphAnswer, rows } from './answers.ts';
import { list, lists } from './declare-answer.ts';
import { operation } from './define.ts';
import { country, text, texts } from './fields.ts';
import { valuesOperation } from './knowledge-graph-values.ts';

const common = {
  area: 'knowledge-graph',
  section: '4.3',
  host: 'base',
  method: 'POST',
  cost: 'Knowledge-graph tokens; the answer says how many.',
} as const;

const query = text('Text to look for.').optional();
const countries = texts('ISO 3166-1 alpha-2 codes.', ['US', 'GB', 'DE']).optional();
const sectors = texts('Sectors, as results name them.', ['Technology']).optional();

/** ETF record (specification 2.3). */
const etf = z.looseObject({
  id: lenientString,
  name: lenientString,
  country: lenientString,
  ticker: lenientString,
  description: lenientString,
  status: lenientString,
  sector: lenientString,
  industry_group: lenientString,
  industry: lenientString,
  webpage: lenientString,
  favicon: lenientString,
  isin_values: lenientStrings,
  cusip_values: lenientStrings,
  sedol_values: lenientStrings,
  listing_values: lenientStrings,
});

/** The specification shows the fields of ETFs only; those of the others have been seen. */
const entities = (...columns: readonly string[]) =>
  lists([list('results', ['id', 'name', ...columns, 'description'], { id: 'id' })]);
const traded = entities('ticker', 'type', 'country', 'sector', 'industry', 'status', 'isin_values');

const etfFields = ['query', 'statuses', 'countries', 'sectors'];
const resultFields = 'The fields of a result.';

/** A category whose filters are named after the result fields they constrain. */
function category<const F extends z.ZodRawShape>(
  title: string,
  path: string,
  filters: F,
  notShown: readonly string[],
  example: string,
  answer = entities('type', 'country'),
) {
  return operation({
    ...common,
    title,
    path: `/v1/knowledge-graph/${path}`,
    body: z.looseObject({ query, ...filters }),
    answer,
    response: knowledgeGraphAnswer(anything),
    notShown: [...notShown, resultFields],
    example: { body: { query: example } },
  });
}

const byResultField = 'Which list filters there are: each is named after the result field it constrains.';

/** Lookup of entities by text and by lists (specification 4.2 and 4.3). */
export const knowledgeGraphOperations = {
  'knowledge-graph.companies': category(
    'Find companies',
    'companies',
    { types: texts('Kinds of company.').optional(), countries, sectors },
    ['The operation itself: the category is named (1), and its filters by those of funds (4.3).'],
    'Apple',
    traded,
  ),
  'knowledge-graph.etfs': operation({
    ...common,
    title: 'Find ETFs',
    section: '4.2',
    path: '/v1/knowledge-graph/etfs',
    body: z.looseObject({
      query: text('Text matched against name, ticker and description.').optional(),
      statuses: texts('Listing statuses, as results name them.').optional(),
      countries: z.array(country).meta({ description: 'ISO 3166-1 alpha-2 codes.' }).optional(),
      sectors: texts('Sectors, as results name them; the same as of companies.').optional(),
    }),
    complete: true,
    rules: [
      {
        field: 'query',
        says: 'At least one of query, statuses, countries and sectors must be given.',
        broken: ({ body }) => !etfFields.some((name) => body[name] !== undefined && body[name] !== null),
      },
    ],
    answer: traded,
    response: knowledgeGraphAnswer(rows(etf)),
    example: { body: { query: 'technology', countries: ['US'] } },
  }),
  'knowledge-graph.funds': category(
    'Find funds',
    'funds',
    { types: texts('Kinds of fund.').optional(), countries, sectors },
    [],
    'growth',
    traded,
  ),
  'knowledge-graph.positions': category('Find positions', 'positions', {}, [], 'chief executive'),
  'knowledge-graph.organizations': category(
    'Find organizations',
    'organizations',
    { countries },
    [byResultField],
    'bank',
  ),
  'knowledge-graph.people': category(
    'Find people',
    'people',
    { countries, positions: texts('Positions that people hold.').optional() },
    [byResultField],
    'Cook',
    entities('position', 'company', 'country'),
  ),
  'knowledge-graph.places': category('Find places', 'places', { countries }, [byResultField], 'New York'),
  'knowledge-graph.products': category(
    'Find products',
    'products',
    {},
    [byResultField],
    'iPhone',
    entities('type', 'company'),
  ),
  'knowledge-graph.concepts': category('Find concepts', 'concepts', {}, [byResultField], 'cloud'),
  'knowledge-graph.topics': category(
    'Find topics',
    'topics',
    {},
    [byResultField],
    'earnings',
    entities('group'),
  ),
  'knowledge-graph.sources': category(
    'Find sources',
    'sources',
    {
      languages: texts('Languages of the source.').optional(),
      tiers: texts('Content tiers.', ['premium-news', 'earnings-transcripts', 'web']).optional(),
      countries,
      ranks: texts('Ranks of the source.', ['RANK_1', 'RANK_2', 'RANK_3', 'RANK_4', 'RANK_5']).optional(),
      packages: texts('Packages the source belongs to.').optional(),
      categories: texts('Categories of the source.').optional(),
    },
    ['The whole list of filters.'],
    'wire',
    entities('country', 'language', 'rank', 'tier', 'category', 'package', 'webpage'),
  ),
  'knowledge-graph.values': valuesOperation,
};
