import { z } from 'zod';

/** A sentence as its code and what stands in it, so that a page says it in the person's language. */
export const saidSchema = z.object({
  /** A key of `spokenEnglish`, or a code of the catalog of errors, whose value `detail` may be given. */
  code: z.string(),
  /** Names that end in `Ms` are lengths of time in milliseconds, other numbers are counts. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Said = z.infer<typeof saidSchema>;

export interface SpokenFormat {
  readonly number: (value: number) => string;
  readonly duration: (milliseconds: number) => string;
}

/** Puts values into the places of a template that are named after them: `every {everyMs}`. */
export function fillSpoken(template: string, values: Said['values'], format: SpokenFormat): string {
  return template.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (typeof value !== 'number') return value ?? place;
    return name.endsWith('Ms') ? format.duration(value) : format.number(value);
  });
}
