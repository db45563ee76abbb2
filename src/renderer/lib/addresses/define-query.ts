import { useMemo } from 'react';
import { useRoute } from '../route.ts';
import type { Field } from './fields.ts';

/**
 * How the query of a page's addresses is read and written: links, "back" and saved views all mean the same by
 * it.
 */
export interface Query<Values> {
  /** What an address without a query means. */
  readonly usual: Values;
  readonly read: (query: URLSearchParams) => Values;
  /** The query, in the order the fields are declared; what is as usual, or not given, is left out. */
  readonly write: (values: Partial<Values>) => string;
}

/** Declares the fields of a page's query. `names` has those that are called otherwise in addresses. */
export function defineQuery<Values extends object>(
  fields: { readonly [Name in keyof Values]: Field<Values[Name]> },
  names: NoInfer<{ readonly [Name in keyof Values]?: string }> = {},
): Query<Values> {
  const all = (Object.keys(fields) as (keyof Values & string)[]).map((name) => ({
    name,
    inAddress: names[name] ?? name,
    field: fields[name],
  }));
  const each = (partOf: (one: (typeof all)[number]) => Values[keyof Values & string]) =>
    Object.fromEntries(all.map((one) => [one.name, partOf(one)])) as Values;
  return {
    usual: each(({ field }) => field.usual),
    read: (query) =>
      each(({ inAddress, field }) => {
        const said = query.getAll(inAddress);
        return (said.length === 0 ? undefined : field.read(said)) ?? field.usual;
      }),
    write(values) {
      const query = new URLSearchParams();
      for (const { name, inAddress, field } of all) {
        const value = values[name];
        if (value === undefined) continue;
        const said = field.write(value);
        if (JSON.stringify(said) === JSON.stringify(field.write(field.usual))) continue;
        for (const one of said) query.append(inAddress, one);
      }
      return query.toString();
    },
  };
}

/** What the address that is shown says; the same object as long as it says the same. */
export function useQueryValues<Values>(query: Query<Values>): Values {
  const said = useRoute().query.toString();
  return useMemo(() => query.read(new URLSearchParams(said)), [query, said]);
}
