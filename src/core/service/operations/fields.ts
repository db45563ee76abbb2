import { z } from 'zod';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';

const { say } = inEnglish;

/*
 * Fields of requests. Descriptions become the words of the Explorer's forms; messages end with a full stop,
 * are sentences of the specification's rules and are shown as they are.
 */

export const text = (description: string, examples: readonly string[] = []) =>
  z.string().meta({ description, ...(examples.length === 0 ? {} : { examples: [...examples] }) });

export const texts = (description: string, examples: readonly string[] = []) =>
  z
    .array(examples.length === 0 ? z.string() : z.string().meta({ examples: [...examples] }))
    .meta({ description });

export const flag = (description: string) => z.boolean().meta({ description });

export const amount = (description: string) => z.number().meta({ description });

/** `YYYY-MM-DD`. `missing` is the rule that asks for it, where there is one. */
export const day = (description: string, missing?: string) =>
  z.iso
    .date({ error: ({ input }) => (input === undefined ? missing : rule('day')) })
    .meta({ description, format: 'date' });

/** Two capital letters (specification 8). */
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, rule('country'))
  .meta({ examples: ['US', 'GB', 'DE', 'JP'] });

/** 32 characters (specification 8). */
export const contentId = contentIdSchema.meta({ description: say('operation-field.content-id') });

/** A whole number with bounds; the message is the rule. */
export const count = (
  description: string,
  { least = 1, most, says, usual }: { least?: number; most?: number; says: string; usual?: number },
) => {
  const number = z.int(says).min(least, says);
  return (most === undefined ? number : number.max(most, says)).meta({
    description,
    ...(usual === undefined ? {} : { default: usual }),
  });
};

/** A body of which only some fields, or none, are shown: anything may be added. */
export const open = z.looseObject({});
