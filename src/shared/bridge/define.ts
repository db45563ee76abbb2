import { z } from 'zod';
import { profileIdSchema } from '../ids/ids.ts';

/**
 * The profile that a page showed when the user acted. Core refuses the call if another profile is active by
 * then, because it would reach another service.
 */
export const shownProfileId = profileIdSchema.optional();

/** One call of the bridge: what goes in and what comes back, each with its exact type. */
export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): { input: I; output: O } {
  return { input, output };
}

/** The shape of changes: every field may be left out, and one left out is not given. */
type Changes<S extends z.ZodRawShape> = {
  [K in keyof S]: z.ZodOptional<S[K] extends z.ZodDefault<infer I extends z.ZodType> ? I : S[K]>;
};

/**
 * Changes to what `object` describes. `partial()` alone will not do: Zod fills a default in where a field is
 * left out, so that pausing a folder would also reset its filters.
 */
export function changesTo<S extends z.ZodRawShape>(object: z.ZodObject<S>): z.ZodObject<Changes<S>> {
  const fields = Object.entries(object.shape).map(([name, field]) => {
    const given = field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : (field as z.ZodType);
    return [name, given.optional()] as const;
  });
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodObject<Changes<S>>;
}
