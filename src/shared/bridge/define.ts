import type { z } from 'zod';

/** One call of the bridge: what goes in and what comes back, each with its exact type. */
export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): { input: I; output: O } {
  return { input, output };
}
