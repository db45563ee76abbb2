import { z } from 'zod';

/** Names of the fields that a schema of a request knows; none for one that is no object. */
export function fieldsOf(schema: z.ZodType | undefined): string[] {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}
