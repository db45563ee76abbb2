import type { Sentences } from '../sentences/sentences.ts';
import type { OperationDescription } from './description.ts';
import { isRecord } from './is-record.ts';

type Words = Pick<OperationDescription, 'keys'>;
type Speaker = Pick<Sentences, 'say' | 'isKey'>;

/**
 * A text about an operation in the person's language; as it is where it is no sentence of ours, such as the
 * words of a library.
 */
export function sayAbout({ keys }: Words, text: string, { say, isKey }: Speaker): string {
  const key = Object.hasOwn(keys, text) ? keys[text] : undefined;
  return key !== undefined && isKey(key) ? say(key) : text;
}

/**
 * An operation with all that is said of it in the person's language: rules, gaps, cost, and the fields of its
 * forms.
 */
export function inTheirLanguage(operation: OperationDescription, speaker: Speaker): OperationDescription {
  const said = (text: string) => sayAbout(operation, text, speaker);
  const { rules, notShown, cost, parametersSchema, requestSchema } = operation;
  return {
    ...operation,
    rules: rules.map(said),
    notShown: notShown.map(said),
    cost: cost === null ? null : said(cost),
    parametersSchema: parametersSchema && describedIn(parametersSchema, said),
    requestSchema: requestSchema && describedIn(requestSchema, said),
  };
}

type Schema = NonNullable<OperationDescription['requestSchema']>;

function describedIn(schema: Schema, said: (text: string) => string): Schema {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return isRecord(value) ? describedIn(value, said) : value;
  };
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === 'description' && typeof value === 'string' ? said(value) : inner(value),
    ]),
  );
}
