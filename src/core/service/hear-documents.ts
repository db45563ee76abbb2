import { z } from 'zod';
import type { ContentId } from '#shared/ids/ids.ts';
import { type Answer, answered } from './answer.ts';
import type { ListAnswer } from './ask-list.ts';
import type { AskedDocuments } from './documents.ts';
import type { Hear, Heard, HearOptions } from './hear.ts';
import type { ListKnowledge } from './list-knowledge.ts';
import { type DocumentRecord, documentRecordSchema, type ListQuery } from './schemas/document.ts';

export type HeardList = Heard<ListAnswer<DocumentRecord>>;
export type HeardRecord = Heard<Answer<DocumentRecord>>;

/** Of an account's documents, what several machines ask for in the background. */
export interface HeardDocuments {
  /** As `list`. */
  listHeard(query: ListQuery, options: HearOptions): Promise<HeardList>;
  /** As `get`. */
  getHeard(id: ContentId, options: HearOptions): Promise<HeardRecord>;
}

/** A page of the list as one machine tells it to the others. */
const toldPage = z.object({
  items: z.array(documentRecordSchema),
  refused: z.number().int().nonnegative().optional(),
});
type ToldPage = z.input<typeof toldPage>;

/** The operations of an account's documents whose answers machines with the same key share. */
export function createHeardDocuments(
  { list, get }: Pick<AskedDocuments, 'list' | 'get'>,
  knowledge: Pick<ListKnowledge, 'learn'>,
  hear: Hear,
): HeardDocuments {
  return {
    listHeard: (query, given) =>
      hear<ListAnswer<DocumentRecord>>(
        {
          text: questionOf(query),
          ask: (options) => list(query, options),
          tell: (answer) =>
            answer.ok
              ? JSON.stringify({ items: answer.value, refused: answer.refused } satisfies ToldPage)
              : undefined,
          hear(told) {
            const page = readAs(toldPage, told);
            if (page === undefined) return undefined;
            const { items, refused } = page;
            return knowledge.learn({ ...answered(items), ...(refused === undefined ? {} : { refused }) });
          },
        },
        given,
      ),
    getHeard: (id, given) =>
      hear<Answer<DocumentRecord>>(
        {
          text: `documents.get ${id}`,
          ask: (options) => get(id, options),
          tell: (answer) => (answer.ok ? JSON.stringify(answer.value) : undefined),
          hear(told) {
            const record = readAs(documentRecordSchema, told);
            return record && answered(record);
          },
        },
        given,
      ),
  };
}

/** However the query was put together. */
function questionOf(query: ListQuery): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  return `documents.list ${JSON.stringify(asked.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}

function readAs<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
