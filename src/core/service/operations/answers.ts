import { z } from 'zod';
import { lenientNumber, lenientString, lenientStrings } from '../schemas/lenient.ts';

/**
 * Parts that answers have in common (specification 2.5a). Like all schemas of answers they fail for nothing
 * but the outermost shape.
 */
const metadata = z
  .looseObject({ request_id: lenientString, timestamp: lenientString })
  .optional()
  .catch(undefined);
const errors = z
  .array(z.looseObject({ message: lenientString }))
  .optional()
  .catch(undefined);
const usage = z.looseObject({ knowledge_graph_tokens: lenientNumber }).optional().catch(undefined);

/** A list of things whose fields are not shown. */
export const anything = z.array(z.unknown()).optional().catch(undefined);

/** An answer of which only some fields, or none, are shown. */
export const openAnswer = z.looseObject({});
/** An answer of which not even the outermost shape is shown. */
export const anyAnswer = z.unknown();

/** `results` that may each be odd: one odd row does not hide the others. */
export const rows = <T extends z.ZodType>(row: T) =>
  z
    .array(z.union([row, z.unknown().transform(() => undefined)]))
    .transform((all) => all.filter((one) => one !== undefined) as z.output<T>[])
    .optional()
    .catch(undefined);

export const knowledgeGraphAnswer = <T extends z.ZodType>(results: T) =>
  z.looseObject({ results, metadata, usage });

export const structuredAnswer = <T extends z.ZodType>(results: T) =>
  z.looseObject({ results, errors, metadata });

/** Columns and values side by side (specification 2.5). */
export const columns = z
  .looseObject({
    rp_entity_id: lenientString,
    target_identifier_id: lenientString,
    fields: lenientStrings,
    values: anything,
  })
  .optional()
  .catch(undefined);
