interface ImportMeta {
  /** Vite's: a function for each file that matches, which loads it. */
  readonly glob: <T>(
    pattern: string,
    options: { readonly import: 'default' },
  ) => Readonly<Record<string, () => Promise<T>>>;
}
