import { Validator } from '@cfworker/json-schema';
import type { ValidatorType } from '@rjsf/utils';

/**
 * Which alternative of a schema a value is, for the form library. Ajv makes code from text, which the policy
 * of the pages refuses; this one reads the schema as it goes. Requests themselves are judged by core, in the
 * words of the specification.
 */
export const formValidator: ValidatorType = {
  isValid: (schema, value) =>
    value !== undefined && new Validator(schema as object, '2020-12', true).validate(value).valid,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};
