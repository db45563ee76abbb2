import { z } from 'zod';
import { saidSchema } from '../spoken/said-schema.ts';

/** What is wrong in a configuration file, and where. */
export const configurationProblemSchema = z.object({
  /** From 1. */
  line: z.number().int(),
  column: z.number().int(),
  /** The key, such as `folders[0].share`; empty where it is the file as a whole. */
  key: z.string(),
  said: saidSchema,
  /** The key or the value that was probably meant. */
  suggestion: z.string().optional(),
});
export type ConfigurationProblem = z.infer<typeof configurationProblemSchema>;
