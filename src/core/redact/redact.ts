/** Removes secrets from everything that leaves the program: logs, errors, the support bundle (S3). */
export interface Redactor {
  /** Registers a secret value (API key, broker password), to be removed wherever it appears. */
  add(secret: string): void;
  text(text: string): string;
  /** A copy of any value with its secrets removed; errors become plain objects, cycles are cut. */
  value(value: unknown): unknown;
}

export function createRedactor(): Redactor {
  throw new Error('not built yet');
}
