/** Other names under which a service that lies about its ids knows what it holds. */
export interface Aliases {
  /** From now on `name` in a path means `id`. */
  add(name: string, id: string): void;
  /** The id a name in a path means: itself, unless it was given out in place of another. */
  idOf(name: string): string;
}

/** Makes an empty register; it lives as long as the sandbox runs. */
export function createAliases(): Aliases {
  const ids = new Map<string, string>();
  return {
    add: (name, id) => void ids.set(name, id),
    idOf: (name) => ids.get(name) ?? name,
  };
}
