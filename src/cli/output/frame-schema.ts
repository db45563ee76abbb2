import { z } from 'zod';

/** Raised when a name of the frame goes or comes to mean something else; new names do not raise it. */
export const frameVersion = 1;

const version = z.literal(frameVersion).describe('version of this shape');

/** What was said beside the data, in English. */
export const remarkSchema = z.object({
  message: z.string(),
  code: z.string().optional().describe('tells the remark from others, where it has a code'),
});
export type Remark = z.infer<typeof remarkSchema>;

/** Which part of a list the data is. */
export const pageSchema = z.looseObject({
  total: z.number().int().optional().describe('how many there are in all, where that is known'),
  next: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe('options that bring the next page, by name; left out on the last one'),
});
export type Page = z.infer<typeof pageSchema>;

/** Why a command failed. Decide by the code: the sentences may change. */
export const failureSchema = z.object({
  code: z.string().describe('of the catalog of errors'),
  message: z.string().describe('what happened'),
  next: z.string().describe('what Sluice does next'),
  remedy: z.string().describe('what you can do'),
  requestId: z.string().optional().describe("the service's name for the request that failed"),
});
export type Failure = z.infer<typeof failureSchema>;

/** What a command writes that has one answer. */
export const answerSchema = z.strictObject({
  version,
  data: z.unknown().optional().describe('the answer; left out where the command failed before it had one'),
  page: pageSchema.optional(),
  remarks: z.array(remarkSchema).optional(),
  error: failureSchema.optional(),
});
export type Answer = z.infer<typeof answerSchema>;

/** Each line of a command that tells what happens while it runs. */
export const eventSchema = z.strictObject({
  version,
  time: z.iso.datetime().describe('when it was told'),
  event: z.string().describe('what happened'),
  data: z.unknown().optional(),
  error: failureSchema.optional().describe('of the event `error`, which is the last'),
});
export type EventLine = z.infer<typeof eventSchema>;
