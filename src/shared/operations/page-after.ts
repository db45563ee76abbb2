import type { AnswerDeclaration } from './answer-declaration.ts';
import { isRecord } from './is-record.ts';
import { rowsOf } from './read-answer.ts';

type Params = Readonly<Record<string, unknown>>;

/** The parameters of the page after an answer; undefined on the last, and for what has no pages. */
export function pageAfter(answer: AnswerDeclaration, params: Params, value: unknown): Params | undefined {
  const { pages } = answer;
  if (pages?.by === 'cursor') {
    const cursor = isRecord(value) ? value.cursor : undefined;
    return typeof cursor === 'string' && cursor !== '' ? { ...params, cursor } : undefined;
  }
  if (pages === undefined) return undefined;
  const size = numberOf(params.page_size) ?? pages.usual;
  const page = numberOf(params.page) ?? 1;
  // Such lists tell no total: a short page is the last.
  return rowsOf(answer, value).length < size ? undefined : { ...params, page: page + 1 };
}

/** A number, also as the text of a command line. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : undefined;
}
