/** What the stage is told. */
export type ToStage =
  | {
      readonly kind: 'start';
      readonly id: number;
      readonly program: 'sluice' | 'sandbox';
      readonly args: readonly string[];
      readonly variables: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'end'; readonly id: number };

/** What the stage tells of a program. */
export type FromStage =
  | { readonly kind: 'wrote'; readonly id: number; readonly text: string }
  /** Its first line on stdout. */
  | { readonly kind: 'ready'; readonly id: number; readonly line: string }
  | { readonly kind: 'ended'; readonly id: number; readonly code: number };
