import { z } from 'zod';

const six = /^[A-Z]{6}$/;

/** The rule for pairs (specification 4.12). */
export const pairRule =
  'A currency_pair is six characters: the base currency, then the quote currency, each an ISO 4217 code, such as EURUSD.';

/** One thing by a type of identifier and its value (specification 4.5, 4.6, 4.12). */
export const identifier = (types: readonly string[]) =>
  z
    .looseObject({
      type: z
        .string('An identifier has exactly one type and its value.')
        .meta({ description: 'Kind of identifier.', examples: [...types] }),
      value: z
        .string('An identifier has exactly one type and its value.')
        .min(1, 'An identifier has exactly one type and its value.')
        .meta({ description: 'Its value.', examples: ['DB4425'] }),
    })
    .meta({ description: 'What the question is about: one type of identifier and its value.' });

/** As above, with pairs of currencies. */
export const identifierOrPair = identifier(['rp_entity_id', 'currency_pair']).refine(
  ({ type, value }) => type !== 'currency_pair' || six.test(value),
  { error: pairRule, path: ['value'] },
);
