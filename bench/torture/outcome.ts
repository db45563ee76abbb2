/** What a set found, for the line of JSON, and whether it ended clean. */
export interface Outcome {
  readonly line: object;
  readonly isClean: boolean;
}

export type Say = (line: string) => void;
