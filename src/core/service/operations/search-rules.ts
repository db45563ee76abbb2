import { isRecord } from '#shared/operations/is-record.ts';
import { rule } from '#shared/spoken/rule.ts';
import type { Given, Rule } from './define.ts';

type Fields = Readonly<Record<string, unknown>>;
const inside = (value: unknown): Fields => (isRecord(value) ? value : {});
const queryOf = ({ body }: Given) => inside(body.query);
const filtersOf = (given: Given) => inside(queryOf(given).filters);
const given = (value: unknown) => value !== undefined && value !== null;

/** The only filters of smart mode (specification 4.13, rule 1). */
const smartFilters = ['timestamp', 'source'];

/** Rules of every kind of search (specification 4.13). */
export const searchRules: readonly Rule[] = [
  {
    field: 'query.filters',
    says: rule('smart-filters'),
    broken: (all) =>
      all.body.search_mode === 'smart' &&
      Object.entries(filtersOf(all)).some(([name, value]) => given(value) && !smartFilters.includes(name)),
  },
  {
    field: 'query.texts',
    says: rule('text-or-texts'),
    broken: (all) => given(queryOf(all).text) && given(queryOf(all).texts),
  },
  {
    field: 'ranking_params.reranker.text',
    says: rule('reranker-text'),
    broken: (all) => {
      const { texts } = queryOf(all);
      const ranking = inside(all.body.ranking_params);
      if (!Array.isArray(texts) || texts.length < 2 || !isRecord(ranking.reranker)) return false;
      const { enabled, text } = ranking.reranker;
      return enabled !== false && (typeof text !== 'string' || text.trim() === '');
    },
  },
  {
    field: 'query.filters.chunk',
    says: rule('chunk-range'),
    broken: (all) => {
      const { from, to } = inside(filtersOf(all).chunk);
      return typeof from === 'number' && typeof to === 'number' && from > to;
    },
  },
];

/** `search/volume` takes what search takes, except this (specification 4.13). */
export const noRanking: Rule = {
  field: 'ranking_params',
  says: rule('volume-no-ranking'),
  broken: ({ body }) => given(body.ranking_params),
};

const forms = rule('max-chunks');

/** The two forms of `max_chunks` in a watchlist search (specification 4.13), wherever it stands. */
export const watchlistChunks: Rule = {
  field: 'max_chunks',
  says: forms,
  broken: (all) =>
    [all.body.max_chunks, queryOf(all).max_chunks].some((value) => given(value) && !isForm(value)),
};

function isForm(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { value: number, per_entity: each, ...rest } = value;
  return (
    Number.isInteger(number) &&
    Number(number) > 0 &&
    (each === undefined || typeof each === 'boolean') &&
    Object.keys(rest).length === 0
  );
}
