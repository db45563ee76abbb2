import { isRecord } from '#shared/operations/is-record.ts';

/**
 * A request as the form left it, without what only the form made: fields emptied again, and objects with
 * nothing in them that the schema does not ask for. Empty lists stay, because they say something.
 */
export function tidy(value: unknown, schema: unknown): unknown {
  if (!isRecord(value)) return value;
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};
  const required = isRecord(schema) && Array.isArray(schema.required) ? schema.required : [];
  const kept = Object.entries(value)
    .map(([name, field]) => [name, tidy(field, properties[name])] as const)
    .filter(
      ([name, field]) =>
        field !== undefined && (required.includes(name) || !isEmptied(field, properties[name])),
    );
  return Object.fromEntries(kept);
}

function isEmptied(value: unknown, schema: unknown): boolean {
  // What a person writes as JSON is meant as it stands.
  const isForm = isRecord(schema) && (isRecord(schema.properties) || Array.isArray(schema.anyOf));
  return isForm && isRecord(value) && Object.keys(value).length === 0;
}
