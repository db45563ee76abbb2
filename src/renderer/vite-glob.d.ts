interface ImportMeta {
  /** Vite's: a function for each file that matches, which loads it; as it stands with `?raw`. */
  readonly glob: <T>(
    pattern: string | readonly string[],
    options: { readonly import: 'default'; readonly query?: '?raw' },
  ) => Readonly<Record<string, () => Promise<T>>>;
}
