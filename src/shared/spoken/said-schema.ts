import { z } from 'zod';
import type { Said } from './said.ts';

/** Apart from `said`: threads say sentences too, and zod was two fifths of what the start of one took. */
export const saidSchema = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
}) satisfies z.ZodType<Said>;
