import type { AnswerDeclaration, ListDeclaration } from '#shared/operations/answer-declaration.ts';

type ListOptions = Omit<Partial<ListDeclaration>, 'at' | 'columns'>;
type AnswerOptions = Partial<Pick<AnswerDeclaration, 'record' | 'columns' | 'pages'>>;

/** A list at one of some places. */
export function list(
  at: string | readonly string[],
  columns: readonly string[],
  options: ListOptions = {},
): ListDeclaration {
  return { at: typeof at === 'string' ? [at] : at, columns, ...options };
}

/** An answer that is lists, with what stands beside them. */
export function lists(all: readonly ListDeclaration[], options: AnswerOptions = {}): AnswerDeclaration {
  return { lists: all, record: '', columns: [], ...options };
}

/** An answer that is one record. */
export function record(columns: readonly string[]): AnswerDeclaration {
  return { lists: [], record: '', columns };
}
