/**
 * Attempts that were counted for failures that may be the profile's; given back when it turns out that they
 * were.
 */
export interface Strikes {
  /** An attempt of an upload was counted at this wall time, ms. */
  add(uploadId: number, at: number): void;
  /** The upload got on: what it cost before was its own. */
  forget(uploadId: number): void;
  /** How many of each upload's attempts since then are to be given back. They are taken from here. */
  takeSince(at: number): ReadonlyMap<number, number>;
  /** How many were given back since the job of this upload began, whose row does not know it. */
  givenBack(uploadId: number): number;
  /** The job of this upload begins: its row is as the ledger has it. */
  begin(uploadId: number): void;
}

export function createStrikes(): Strikes {
  const counted = new Map<number, number[]>();
  const given = new Map<number, number>();
  return {
    add(uploadId, at) {
      counted.set(uploadId, [...(counted.get(uploadId) ?? []), at]);
    },
    forget(uploadId) {
      counted.delete(uploadId);
    },
    takeSince(at) {
      const taken = new Map<number, number>();
      for (const [id, times] of counted) {
        const count = times.filter((time) => time >= at).length;
        if (count > 0) taken.set(id, count);
        if (count > 0) given.set(id, (given.get(id) ?? 0) + count);
      }
      counted.clear();
      return taken;
    },
    givenBack: (uploadId) => given.get(uploadId) ?? 0,
    begin(uploadId) {
      given.delete(uploadId);
    },
  };
}
