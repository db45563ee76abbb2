/** What was given of a partial change; a part that is `undefined` was not given. */
export function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
