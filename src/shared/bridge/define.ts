import type { z } from 'zod';

/** One call of the bridge: what goes in and what comes back. */
export interface CallDefinition {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** Keeps the exact types of each definition. */
export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): { input: I; output: O } {
  return { input, output };
}
