import { z } from 'zod';

/** A cell as the original has it; `columns` and `rows` are how many it stands across. */
export const originalCell = z.object({
  text: z.string(),
  columns: z.number(),
  rows: z.number(),
  isHeading: z.boolean(),
});
export type OriginalCell = z.infer<typeof originalCell>;

/** A table of an original: its rows, each with the cells that begin in it, empty ones too. */
export const originalTable = z.object({ rows: z.array(z.array(originalCell)) });
export type OriginalTable = z.infer<typeof originalTable>;
