import type { z } from 'zod';
import { isRule, type RuleCode } from '#shared/spoken/rule.ts';

/** What a definition of Zod holds, as far as it is walked here. */
interface Definition {
  readonly error?: unknown;
  readonly checks?: readonly { readonly _zod: { readonly def: Definition } }[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

/**
 * The rules that a schema of a request carries as its own messages. So a rule is written once and can be read
 * before it is broken.
 */
export function rulesIn(schema: z.ZodType | undefined): RuleCode[] {
  return messagesIn(schema).filter(isRule);
}

/** What a schema says itself, of all that it holds. */
export function messagesIn(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return [];
  const definition = schema._zod.def as Definition;
  const { checks = [], shape = {}, element, innerType, options = [] } = definition;
  const own = [definition, ...checks.map((check) => check._zod.def)].flatMap(messagesOf);
  const inner = [...Object.values(shape), element, innerType, ...options].flatMap(messagesIn);
  return [...new Set([...own, ...inner])];
}

/** A message may depend on whether there was a value at all. */
function messagesOf({ error }: Definition): string[] {
  if (typeof error !== 'function') return [];
  const said = [undefined, null].map((input): unknown => error({ code: 'custom', input, path: [] }));
  return said
    .map((one) => (typeof one === 'object' && one !== null && 'message' in one ? one.message : one))
    .filter((one) => typeof one === 'string');
}
