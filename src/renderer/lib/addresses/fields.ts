import type { z } from 'zod';

/** How one value stands in the query of an address, which may name it several times. */
export interface Field<T> {
  /** What an address means that does not name it; it is left out of addresses then. */
  readonly usual: T;
  readonly write: (value: T) => readonly string[];
  /** Undefined for what no address of ours says: somebody wrote it by hand. Never throws. */
  readonly read: (texts: readonly string[]) => T | undefined;
}

/** Free text, empty where nothing is given. */
export const text: Field<string> = { usual: '', write: (value) => [value], read: ([value]) => value };

/** Text where empty and missing differ. */
export const optionalText: Field<string | null> = {
  usual: null,
  write: (value) => (value === null ? [] : [value]),
  read: ([value]) => value,
};

/** Texts of which each stands for itself: a tag's name may hold a comma. */
export const texts: Field<readonly string[]> = {
  usual: [],
  write: (values) => values,
  read: (values) => values.filter((value) => value !== ''),
};

/** A whole number from 0. */
export const wholeNumber: Field<number | null> = {
  usual: null,
  write: (value) => (value === null ? [] : [String(value)]),
  read: ([value]) => (/^\d{1,15}$/.test(value ?? '') ? Number(value) : undefined),
};

/** A day `YYYY-MM-DD`, empty for any. */
export const day: Field<string> = {
  usual: '',
  write: (value) => [value],
  read: ([value = '']) =>
    /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined,
};

/** Something that is asked for or not. */
export const flag: Field<boolean> = {
  usual: false,
  write: (value) => (value ? ['1'] : []),
  read: () => true,
};

/** One of several words. */
export function oneOf<const T extends string>(words: readonly T[], usual: T): Field<T> {
  return { usual, write: (value) => [value], read: ([value]) => words.find((word) => word === value) };
}

/** Some of several words, in their own order, with commas between. */
export function someOf<const T extends string>(words: readonly T[]): Field<readonly T[]> {
  return {
    usual: [],
    write: (values) => [values.join(',')],
    read: ([value = '']) => {
      const wanted = value.split(',');
      return words.filter((word) => wanted.includes(word));
    },
  };
}

/** An order of rows: a column, with `-` before it from the largest on. */
export function sorting<const T extends string>(
  columns: readonly T[],
  usual: { readonly by: T; readonly descending: boolean },
): Field<{ readonly by: T; readonly descending: boolean }> {
  return {
    usual,
    write: ({ by, descending }) => [`${descending ? '-' : ''}${by}`],
    read: ([value = '']) => {
      const by = columns.find((column) => column === value.replace(/^-/, ''));
      return by && { by, descending: value.startsWith('-') };
    },
  };
}

/** Anything that JSON says, where it fits the schema. */
export function json<Schema extends z.ZodType>(schema: Schema): Field<z.input<Schema> | null> {
  return {
    usual: null,
    write: (value) => (value === null ? [] : [JSON.stringify(value)]),
    read: ([value = '']) => {
      try {
        return schema.safeParse(JSON.parse(value)).data as z.input<Schema> | undefined;
      } catch {
        return undefined;
      }
    },
  };
}
