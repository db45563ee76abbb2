/** A program of Sluice's own that runs in a process of its own, and what is heard of it. */
export interface Program {
  /** What a structured clone can carry. */
  send(message: unknown): void;
  /** Whether this process stays alive for its sake; not from the beginning. */
  keepAlive(keep: boolean): void;
  /** Ends it, by force. One that a dead drive holds ends only when that lets go: nobody waits for it. */
  kill(): void;
}

export interface ProgramEvents {
  message(message: unknown): void;
  exited(): void;
}

/**
 * Starts a program that lies beside core. The app has a way of its own: its executable runs no scripts
 * (docs/packaging.md).
 */
export type StartProgram = (program: URL, events: ProgramEvents) => Program;
