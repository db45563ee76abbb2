import { isRecord } from './is-record.ts';

/** Names of fields that carry credentials wherever the specification leaves a body open. */
const secretName = /pass(word|phrase|wd)?$|secret|credential|session(_?id)?$|api_?key|token$/i;

export interface WithoutSecrets {
  readonly value: unknown;
  /** Dotted paths of what was taken out. */
  readonly takenOut: readonly string[];
}

/**
 * A request without its secrets: fields that the operation's schema marks `writeOnly`, and what stands under
 * names that credentials have, whatever its shape. They are left out, or replaced by what `put` says for the
 * field's name. Never throws.
 */
export function withoutSecrets(
  schema: unknown,
  value: unknown,
  put?: (name: string) => string,
): WithoutSecrets {
  const takenOut: string[] = [];
  const walk = (inner: unknown, marks: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(inner)) {
      const items = isRecord(marks) ? marks.items : undefined;
      return inner.map((one, index) => walk(one, items, [...path, String(index)]));
    }
    if (!isRecord(inner)) return inner;
    const kept: [string, unknown][] = [];
    for (const [name, field] of Object.entries(inner)) {
      const mark = propertyOf(marks, name);
      const isNamed = secretName.test(name) && field !== null && typeof field !== 'boolean';
      const isSecret = (isRecord(mark) && mark.writeOnly === true) || isNamed;
      if (!isSecret) kept.push([name, walk(field, mark, [...path, name])]);
      else if (field !== undefined && field !== '') {
        takenOut.push([...path, name].join('.'));
        if (put !== undefined) kept.push([name, put(name)]);
      }
    }
    return Object.fromEntries(kept);
  };
  return { value: walk(value, schema, []), takenOut };
}

/** Also inside `anyOf`: there any alternative may mark it. */
function propertyOf(schema: unknown, name: string): unknown {
  if (!isRecord(schema)) return undefined;
  if (isRecord(schema.properties) && schema.properties[name] !== undefined) return schema.properties[name];
  for (const list of [schema.anyOf, schema.oneOf, schema.allOf])
    for (const one of Array.isArray(list) ? list : []) {
      const found = propertyOf(one, name);
      if (found !== undefined) return found;
    }
  return undefined;
}
