import type { SentenceKey } from '../sentences/sentence-key.ts';

/** A sentence as its code and what stands in it, so that a page says it in the person's language. */
export interface Said {
  /**
   * A key `said.…` of the sentences without `said.`, or a code of the catalog of errors, whose value `detail`
   * may be given.
   */
  code: string;
  /** Names that end in `Ms` are lengths of time in milliseconds, other numbers are counts. */
  values: Record<string, string | number>;
}

/** Sentences of health and of the live checks. */
export type SpokenCode = SentenceKey extends infer Key
  ? Key extends `said.${infer Code}`
    ? Code
    : never
  : never;

/** A sentence of ours, with its values. */
export function said(code: SpokenCode, values: Said['values'] = {}): Said {
  return { code, values };
}
