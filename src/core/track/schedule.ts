/** What is known about how long the service takes, and when to look (U3). All times in milliseconds. */

/** Durations kept; enough for a quantile, few enough to follow a change within a day. */
const memory = 200;
/** Fewer than this say nothing. */
const enough = 8;
/** With no more than this under way the budget is no concern: look often, so that results show soon. */
const few = 10;
/** Looks of a scout: a document asked about often, for the sake of the others. */
const scoutLooks = [1_000, 2_000, 4_000, 7_000, 11_000, 16_000, 24_000, 36_000, 54_000, 75_000];
const scoutStep = 20_000;
/** The first look at a document nobody scouted, while nothing is known. */
const unknownFirstLook = 180_000;
const longestStep = 300_000;

export interface PollSchedule {
  /** How long after landing to look for the first time, with so many documents under way. */
  firstLook(pending: number): number;
  /** How long after this look to look again: `age` since landing, `looks` made so far. */
  nextLook(age: number, looks: number, pending: number): number;
  /** A document took this long. True when it changed what is known enough to plan the others anew. */
  learn(duration: number): boolean;
  /** Quantile 0…1 of the known durations, or undefined while too little is known. */
  quantile(q: number): number | undefined;
  durations(): readonly number[];
}

export function createPollSchedule(known: readonly number[] = []): PollSchedule {
  const durations: number[] = known.slice(-memory);
  /**
   * So many finish before the others are planned: the first to finish are the quick ones, and say little
   * about the rest.
   */
  const needed = () =>
    plannedWith > 0 ? enough : Math.max(enough, Math.min(Math.max(scouts, followed), few));
  let plannedWith = durations.length >= enough ? durations.length : 0;
  /**
   * Documents whose first look was set early, and those asked about again after it, while nothing is known.
   */
  let scouts = 0;
  let followed = 0;

  /** The durations by length: asked for at every landing, changed at every end. */
  let sorted: readonly number[] | undefined;

  function quantile(q: number): number | undefined {
    if (durations.length < needed()) return undefined;
    sorted ??= durations.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
  }

  /** How long after landing look number `looks` (from 0) of a scout is. */
  const scoutLook = (looks: number) =>
    scoutLooks[looks] ?? (scoutLooks.at(-1) as number) + (looks - scoutLooks.length + 1) * scoutStep;

  return {
    firstLook(pending) {
      const late = quantile(0.97);
      if (pending > few && late !== undefined) return late * 1.03 + 250;
      // The first ones are asked about early and often; from them the others learn.
      scouts += 1;
      if (pending <= few) return Math.min(scoutLook(0), late ?? Number.POSITIVE_INFINITY);
      return scouts <= few ? scoutLook(0) : unknownFirstLook;
    },
    nextLook(age, looks, pending) {
      const longest = quantile(1);
      if (pending > few && longest !== undefined) {
        // Later than almost all: once just after the longest known, then ever more rarely.
        if (age < longest) return longest * 1.1 - age + 250;
        return Math.min(longestStep, Math.max(5_000, age * 0.5));
      }
      if (pending > few && looks <= 1) {
        followed += 1;
        // Looked at early because the list was hoped for: ten are enough to learn from.
        if (followed > few) return Math.max(2_000, unknownFirstLook - age);
      }
      const next = scoutLook(looks);
      return next > age ? next - age : Math.min(longestStep, Math.max(2_000, age * 0.25));
    },
    learn(duration) {
      durations.push(duration);
      sorted = undefined;
      if (durations.length > memory) durations.shift();
      if (durations.length < needed() || durations.length < plannedWith * 2) return false;
      plannedWith = durations.length;
      return true;
    },
    quantile,
    durations: () => durations,
  };
}
