import { z } from 'zod';
import { rowsOf } from '#shared/operations/read-answer.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';
import { said } from '#shared/spoken/said.ts';
import { anyAnswer } from './answers.ts';
import { list, lists } from './declare-answer.ts';
import { operation } from './define.ts';
import { text } from './fields.ts';

const { say } = inEnglish;

const categories = [
  'companies',
  'etfs',
  'funds',
  'sources',
  'positions',
  'organizations',
  'people',
  'places',
  'products',
  'concepts',
  'topics',
] as const;

/** Source filters without a list of values (specification 4.3, rule 2). */
const withoutValues = ['packages', 'categories', 'tiers'];
/** A list is cut off here (specification 4.3, rule 3). */
const mostValues = 5_000;

/** The field that holds the list is not shown: `results` has been seen. */
const answer = lists([list(['results', '', '*'], [])]);

/** `GET /v1/knowledge-graph/{category}/values/{filter}`. */
export const valuesOperation = operation({
  area: 'knowledge-graph',
  section: '4.3',
  host: 'base',
  method: 'GET',
  path: '/v1/knowledge-graph/{category}/values/{filter}',
  cost: say('operation-cost.no-graph-tokens'),
  params: z.looseObject({
    category: z
      .enum(categories, rule('value-category'))
      .meta({ description: say('operation-field.entity-kind') }),
    filter: text(say('operation-field.filter'), ['countries', 'sectors', 'statuses', 'ranks']).min(1),
  }),
  rules: [
    {
      field: 'filter',
      says: rule('values'),
      broken: ({ params }) =>
        params.category === 'sources' && withoutValues.includes(String(params.filter).toLowerCase()),
    },
  ],
  answer,
  response: anyAnswer,
  notShown: [say('operation-gap.list-field')],
  remarks: ({ value }) => (rowsOf(answer, value).length === mostValues ? [said('remark.mostValues')] : []),
  example: { params: { category: 'etfs', filter: 'sectors' } },
});
