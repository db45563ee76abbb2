import { z } from 'zod';
import { answerDeclarationSchema } from './answer-declaration.ts';

/** The parts of the interface (specification 1). */
export const operationAreas = [
  'knowledge-graph',
  'structured-data',
  'search',
  'workflow',
  'content',
  'subscription',
] as const;
export type OperationArea = (typeof operationAreas)[number];

/**
 * How an operation is carried out:
 * - `plain`: one request, one answer
 * - `paged`: a page and a cursor; all pages where asked for
 * - `stream`: the answer comes piece by piece
 * - `batch`: a request, a file sent to an upload address, and polling until the job is done
 * - `upload`: reserves a document; done by uploading, never by itself
 */
export const operationForms = ['plain', 'paged', 'stream', 'batch', 'upload'] as const;
export type OperationForm = (typeof operationForms)[number];

/** JSON Schema (draft 2020-12) of a request, for forms. */
const jsonSchema = z.record(z.string(), z.unknown());

/** One operation as pages and the command line see it. */
export const operationDescriptionSchema = z.object({
  /** Dotted: `knowledge-graph.etfs`. */
  name: z.string(),
  title: z.string(),
  area: z.enum(operationAreas),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** `base` is the service's main address, `agents` that of its workflow endpoints. */
  host: z.enum(['base', 'agents']),
  /** Path parameters in braces. */
  path: z.string(),
  /** Section of the specification. */
  section: z.string(),
  kind: z.enum(operationForms),
  /** `deletes` is worth a question before. */
  effect: z.enum(['reads', 'changes', 'deletes']),
  /** What it costs, where that is known. */
  cost: z.string().nullable(),
  /** Rules applied before the request, in their own words. */
  rules: z.array(z.string()),
  /** What the specification does not show: there anything may be sent and come back. */
  notShown: z.array(z.string()),
  /** Keys of the sentences in it, by what they say in English: for the person's language. */
  keys: z.record(z.string(), z.string()),
  /** Names of parameters that stand in the path; the others go into the query. */
  pathParameters: z.array(z.string()),
  /** Of all parameters together; null where there are none. */
  parametersSchema: jsonSchema.nullable(),
  /** Of the body; null where there is none. */
  requestSchema: jsonSchema.nullable(),
  /** Whether the specification shows every field of the body. */
  complete: z.boolean(),
  /** Where its answer has what it is about. */
  answer: answerDeclarationSchema,
  /** A request that shows the form. */
  example: z.object({ params: z.record(z.string(), z.unknown()).optional(), body: z.unknown() }).nullable(),
});
export type OperationDescription = z.infer<typeof operationDescriptionSchema>;
