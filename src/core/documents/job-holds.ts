/** Which jobs this machine may work on, and until when: those that no other one can have it always may. */
export class JobHolds {
  readonly #lost = new Map<number, AbortSignal>();

  /** The team knows this machine as the one that has the job, until `lost`. */
  hold(jobId: number, lost: AbortSignal): void {
    this.#lost.set(jobId, lost);
  }

  /** Another machine has it. */
  giveUp(jobId: number): void {
    this.#lost.set(jobId, AbortSignal.abort());
  }

  /** Nobody else can have it any more. */
  forget(jobId: number): void {
    this.#lost.delete(jobId);
  }

  mayWork(jobId: number): boolean {
    return this.#lost.get(jobId)?.aborted !== true;
  }

  lostOf(jobId: number): AbortSignal | undefined {
    return this.#lost.get(jobId);
  }
}
