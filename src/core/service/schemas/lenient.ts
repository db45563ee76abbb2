import { z } from 'zod';

/*
 * Deployments leave fields out, send null, or change a type. Only the id of a thing is worth failing for, so
 * each other field reads as absent when it is not what was promised, and unknown fields are kept
 * (service-behaviour.md, "Document metadata").
 */

export const lenientString = z.string().optional().catch(undefined);
export const lenientBoolean = z.boolean().optional().catch(undefined);
export const lenientStrings = z.array(z.string()).optional().catch(undefined);

/** A number, also when it came as text. */
export const lenientNumber = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

const bytes = z.number().int().nonnegative();

/**
 * A number of bytes, also when it came as text. What is none could not be kept, and would stand in the way of
 * what came with it.
 */
export const lenientBytes = z
  .union([bytes, z.string().regex(/^\d+$/).transform(Number).pipe(bytes)])
  .optional()
  .catch(undefined);

/** What a list brought: the things that can be used, and how many rows were something else. */
export interface Listed<T> {
  readonly items: T[];
  /** Rows without an id, or with one that Sluice will not use. */
  readonly refused: number;
  /** Where it goes on, for lists that come page by page. */
  readonly cursor?: string;
}

/**
 * A list of things: `{ results: […], cursor? }` or `{ items: […] }` as seen, or the bare array that the
 * specification leaves open (4.7). An odd row costs that row and not the list.
 */
export function pageOf<T extends z.ZodType>(item: T) {
  const rows = z.array(z.unknown()).transform((all): Listed<z.output<T>> => {
    const read = all.map((row) => item.safeParse(row));
    const items = read.flatMap((one) => (one.success ? [one.data] : []));
    return { items, refused: all.length - items.length };
  });
  const cursor = lenientString;
  const goesOn = (list: Listed<z.output<T>>, next: string | null | undefined): Listed<z.output<T>> =>
    next == null || next === '' ? list : { ...list, cursor: next };
  return z.union([
    rows,
    z.looseObject({ results: rows, cursor }).transform((page) => goesOn(page.results, page.cursor)),
    z.looseObject({ items: rows, cursor }).transform((page) => goesOn(page.items, page.cursor)),
  ]);
}

/** The things of a list that can be used. */
export function listOf<T extends z.ZodType>(item: T) {
  return pageOf(item).transform((page) => page.items);
}
