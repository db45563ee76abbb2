import { z } from 'zod';
import { inEnglish } from '#shared/sentences/english.ts';
import { rule } from '#shared/spoken/rule.ts';

const { say } = inEnglish;

const six = /^[A-Z]{6}$/;

/** The rule for pairs (specification 4.12). */
export const pairRule = rule('pair');

/** One thing by a type of identifier and its value (specification 4.5, 4.6, 4.12). */
export const identifier = (types: readonly string[]) =>
  z
    .looseObject({
      type: z
        .string(rule('identifier'))
        .meta({ description: say('operation-field.identifier-kind'), examples: [...types] }),
      value: z
        .string(rule('identifier'))
        .min(1, rule('identifier'))
        .meta({ description: say('operation-field.identifier-value'), examples: ['DB4425'] }),
    })
    .meta({ description: say('operation-field.identifier') });

/** As above, with pairs of currencies. */
export const identifierOrPair = identifier(['rp_entity_id', 'currency_pair']).refine(
  ({ type, value }) => type !== 'currency_pair' || six.test(value),
  { error: pairRule, path: ['value'] },
);
