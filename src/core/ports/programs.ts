/** A program of Sluice's own that runs in a process of its own, and what is heard of it. */
export interface Program {
  /**
   * What a structured clone can carry.
   *
   * @param sent called when the system has the message, or the program has ended
   */
  send(message: unknown, sent?: () => void): void;
  /** Whether this process stays alive for its sake; not from the beginning. */
  keepAlive(keep: boolean): void;
  /** Ends it, by force. One that a dead drive holds ends only when that lets go: nobody waits for it. */
  kill(): void;
}

export interface ProgramEvents {
  message(message: unknown): void;
  exited(): void;
}

/** Limits of a program that reads what strangers wrote. */
export interface Confinement {
  /** Megabytes of its heap. */
  readonly heap: number;
}

/**
 * Starts a program that lies beside core. The app has a way of its own: its executable runs no scripts
 * (docs/packaging.md).
 *
 * @param confinement for a program that gets no environment, no files, no network and no other programs
 *   (docs/adr/0053)
 */
export type StartProgram = (program: URL, events: ProgramEvents, confinement?: Confinement) => Program;
