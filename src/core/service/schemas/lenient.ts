import { z } from 'zod';

/*
 * Deployments leave fields out, send null, or change a type. Only the id of a thing is worth failing for, so each other
 * field reads as absent when it is not what was promised, and unknown fields are kept (field notes, "Document metadata").
 */

export const lenientString = z.string().optional().catch(undefined);
export const lenientBoolean = z.boolean().optional().catch(undefined);
export const lenientStrings = z.array(z.string()).optional().catch(undefined);

/** A number, also when it came as text. */
export const lenientNumber = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

/** A list of things: `{ results: […] }` as seen, or the bare array that the specification leaves open (4.7). */
export function listOf<T extends z.ZodType>(item: T) {
  return z.union([
    z.array(item),
    z.looseObject({ results: z.array(item) }).transform((page) => page.results),
  ]);
}
