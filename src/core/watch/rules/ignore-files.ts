import ignore, { type Ignore } from 'ignore';

/** The `.sluiceignore` files below a root; each speaks for its own directory and what is below, as `.gitignore` does. */
export interface IgnoreFiles {
  /** Counts up whenever what the files say changes. */
  readonly revision: number;
  /** Takes down what the file of a directory says; undefined means that there is none. */
  set(directory: string, text: string | undefined): void;
  /** Whether the files leave this path out: the deepest file with a word on it decides. Directories end with a slash. */
  ignores(path: string): boolean;
}

export function createIgnoreFiles(): IgnoreFiles {
  const files = new Map<string, { readonly text: string; readonly rules: Ignore }>();
  let revision = 0;
  return {
    get revision() {
      return revision;
    },
    set(directory, text) {
      if (files.get(directory)?.text === text) return;
      revision += 1;
      if (text === undefined) files.delete(directory);
      else files.set(directory, { text, rules: ignore().add(text) });
    },
    ignores(path) {
      if (files.size === 0) return false;
      let end = path.endsWith('/') ? path.length - 1 : path.length;
      do {
        end = path.lastIndexOf('/', end - 1);
        const rules = files.get(end < 0 ? '' : path.slice(0, end))?.rules;
        const said = rules?.test(end < 0 ? path : path.slice(end + 1));
        if (said?.ignored) return true;
        if (said?.unignored) return false;
      } while (end >= 0);
      return false;
    },
  };
}
