import { z } from 'zod';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';
import { lenientString, lenientStrings } from '../schemas/lenient.ts';
import { anything, knowledgeGraphAnswer, rows } from './answers.ts';
import { list, lists } from './declare-answer.ts';
import { operation } from './define.ts';
import { country, text, texts } from './fields.ts';
import { valuesOperation } from './knowledge-graph-values.ts';

const { say } = inEnglish;

const common = {
  area: 'knowledge-graph',
  section: '4.3',
  host: 'base',
  method: 'POST',
  cost: say('operation-cost.graph-tokens'),
} as const;

const query = text(say('operation-field.text')).optional();
const countries = texts(say('operation-field.countries'), ['US', 'GB', 'DE']).optional();
const sectors = texts(say('operation-field.sectors'), ['Technology']).optional();

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
const resultFields = say('operation-gap.result-fields');

/** A category whose filters are named after the result fields they constrain. */
function category<const F extends z.ZodRawShape>(
  path: string,
  filters: F,
  notShown: readonly string[],
  example: string,
  answer = entities('type', 'country'),
) {
  return operation({
    ...common,
    path: `/v1/knowledge-graph/${path}`,
    body: z.looseObject({ query, ...filters }),
    answer,
    response: knowledgeGraphAnswer(anything),
    notShown: [...notShown, resultFields],
    example: { body: { query: example } },
  });
}

const byResultField = say('operation-gap.list-filters');

/** Lookup of entities by text and by lists (specification 4.2 and 4.3). */
export const knowledgeGraphOperations = {
  'knowledge-graph.companies': category(
    'companies',
    { types: texts(say('operation-field.company-kinds')).optional(), countries, sectors },
    [say('operation-gap.etfs')],
    'Apple',
    traded,
  ),
  'knowledge-graph.etfs': operation({
    ...common,
    section: '4.2',
    path: '/v1/knowledge-graph/etfs',
    body: z.looseObject({
      query: text(say('operation-field.company-text')).optional(),
      statuses: texts(say('operation-field.listing')).optional(),
      countries: z
        .array(country)
        .meta({ description: say('operation-field.countries') })
        .optional(),
      sectors: texts(say('operation-field.fund-sectors')).optional(),
    }),
    complete: true,
    rules: [
      {
        field: 'query',
        says: rule('some-given'),
        broken: ({ body }) => !etfFields.some((name) => body[name] !== undefined && body[name] !== null),
      },
    ],
    answer: traded,
    response: knowledgeGraphAnswer(rows(etf)),
    example: { body: { query: 'technology', countries: ['US'] } },
  }),
  'knowledge-graph.funds': category(
    'funds',
    { types: texts(say('operation-field.fund-kinds')).optional(), countries, sectors },
    [],
    'growth',
    traded,
  ),
  'knowledge-graph.positions': category('positions', {}, [], 'chief executive'),
  'knowledge-graph.organizations': category('organizations', { countries }, [byResultField], 'bank'),
  'knowledge-graph.people': category(
    'people',
    { countries, positions: texts(say('operation-field.positions')).optional() },
    [byResultField],
    'Cook',
    entities('position', 'company', 'country'),
  ),
  'knowledge-graph.places': category('places', { countries }, [byResultField], 'New York'),
  'knowledge-graph.products': category(
    'products',
    {},
    [byResultField],
    'iPhone',
    entities('type', 'company'),
  ),
  'knowledge-graph.concepts': category('concepts', {}, [byResultField], 'cloud'),
  'knowledge-graph.topics': category('topics', {}, [byResultField], 'earnings', entities('group')),
  'knowledge-graph.sources': category(
    'sources',
    {
      languages: texts(say('operation-field.languages')).optional(),
      tiers: texts(say('operation-field.tiers'), ['premium-news', 'earnings-transcripts', 'web']).optional(),
      countries,
      ranks: texts(say('operation-field.ranks'), [
        'RANK_1',
        'RANK_2',
        'RANK_3',
        'RANK_4',
        'RANK_5',
      ]).optional(),
      packages: texts(say('operation-field.packages')).optional(),
      categories: texts(say('operation-field.source-categories')).optional(),
    },
    [say('operation-gap.filters')],
    'wire',
    entities('country', 'language', 'rank', 'tier', 'category', 'package', 'webpage'),
  ),
  'knowledge-graph.values': valuesOperation,
};
