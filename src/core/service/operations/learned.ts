/** Values that the service named as accepted, kept for as long as the client lives. */
export interface Learned {
  get(operation: string, field: string): readonly string[];
  set(operation: string, field: string, values: readonly string[]): void;
}

export function createLearned(): Learned {
  const known = new Map<string, readonly string[]>();
  const keyOf = (operation: string, field: string) => `${operation} ${field}`;
  return {
    get: (operation, field) => known.get(keyOf(operation, field)) ?? [],
    set: (operation, field, values) => void known.set(keyOf(operation, field), [...values]),
  };
}
