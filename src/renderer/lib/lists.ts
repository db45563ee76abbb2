/** `list` with the item at `index` replaced. */
export function replaced<T>(list: readonly T[], index: number, item: T): T[] {
  return list.map((one, at) => (at === index ? item : one));
}

/** `list` without the item at `index`. */
export function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, at) => at !== index);
}

/** `list` with the item at `index` one place further up. */
export function movedUp<T>(list: readonly T[], index: number): T[] {
  const item = list[index];
  if (index <= 0 || item === undefined) return [...list];
  return without(list, index).toSpliced(index - 1, 0, item);
}
