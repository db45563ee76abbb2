import { z } from 'zod';

/**
 * A list in an answer: `rows` (an array), `columns` (parallel `fields` and `values`, specification 2.5) or
 * `pairs` (a record whose field names are data, such as segments).
 */
export interface ListDeclaration {
  /**
   * Dotted places, the first that holds a list counts. `''` is the answer (or row) itself; `*` at the end is
   * every field with a list, each a table of its own.
   */
  readonly at: readonly string[];
  /**
   * What matters of a row, in order, dotted; through a list it is all of its rows. Empty where the
   * specification shows nothing.
   */
  readonly columns: readonly string[];
  /** A second list of the same things; both are one table, by the column `order`. */
  readonly also?: { readonly at: string; readonly order: string } | undefined;
  readonly form?: 'rows' | 'columns' | 'pairs' | undefined;
  /** The field without which nothing can be done with a row. */
  readonly id?: string | undefined;
  /** Columns that tell in nested tables which row is meant; the first column where left out. */
  readonly by?: readonly string[] | undefined;
  /** Lists in each row, shown as tables of their own. */
  readonly lists?: readonly ListDeclaration[] | undefined;
}

/** Where an answer has what it is about. `call`, the Explorer and the docs read this and guess nothing. */
export interface AnswerDeclaration {
  /** Its lists; none where it is one record. */
  readonly lists: readonly ListDeclaration[];
  /** Where the record stands, or the fields beside the lists: `''` is the whole answer. */
  readonly record: string;
  /** Fields of the record that matter, in order; all the others follow. */
  readonly columns: readonly string[];
  /**
   * How its pages go on: by a cursor that is given back, or by numbers with so many rows where none are asked
   * for.
   */
  readonly pages?: { readonly by: 'cursor' } | { readonly by: 'number'; readonly usual: number } | undefined;
}

const listDeclarationSchema: z.ZodType<ListDeclaration> = z.object({
  at: z.array(z.string()),
  columns: z.array(z.string()),
  also: z.object({ at: z.string(), order: z.string() }).optional(),
  form: z.enum(['rows', 'columns', 'pairs']).optional(),
  id: z.string().optional(),
  by: z.array(z.string()).optional(),
  get lists() {
    return z.array(listDeclarationSchema).optional();
  },
});

export const answerDeclarationSchema: z.ZodType<AnswerDeclaration> = z.object({
  lists: z.array(listDeclarationSchema),
  record: z.string(),
  columns: z.array(z.string()),
  pages: z
    .discriminatedUnion('by', [
      z.object({ by: z.literal('cursor') }),
      z.object({ by: z.literal('number'), usual: z.number().int() }),
    ])
    .optional(),
});

/** A declaration in words: `list results: id, name; in each chunks: cnum, text`. */
export function declarationText({ lists, record, columns }: AnswerDeclaration): string {
  if (lists.length > 0) return lists.map(listText).join('; ');
  const place = record === '' ? 'record' : `record ${record}`;
  return columns.length === 0 ? place : `${place}: ${columns.join(', ')}`;
}

function placeText(place: string): string {
  if (place === '') return 'the answer itself';
  if (place === '*') return 'whatever field holds a list';
  return place.endsWith('.*') ? `each list in ${place.slice(0, -2)}` : place;
}

function listText({ at, also, columns, lists = [] }: ListDeclaration): string {
  const first = at.map((one) => placeText(one)).join(' or ');
  const place = also === undefined ? first : `${first} and ${also.at}`;
  const shown = columns.length === 0 ? '' : `: ${columns.join(', ')}`;
  const inner = lists.map((one) => `; in each ${listText(one)}`).join('');
  return `list ${place}${shown}${inner}`.replaceAll('in each list ', 'in each ');
}
