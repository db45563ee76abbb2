/** One measured figure beside its floor; printed as one JSON line. Further fields say what else was seen. */
export interface Result {
  readonly name: string;
  /** Median of the rounds. */
  readonly value: number;
  /** The least that can be had, measured in the same run; null where there is nothing to compare with. */
  readonly floor: number | null;
  /** `value / floor`. */
  readonly ratio: number | null;
  readonly unit: string;
  /** The line to cross, in words, and whether it was; both are left out where no goal is set. */
  readonly goal?: string;
  readonly met?: boolean;
  readonly [more: string]: unknown;
}

/** The lines to cross, each that is given: for the value, and for its ratio to the floor. */
export interface Goal {
  readonly below?: number;
  readonly atMost?: number;
  /** At least. */
  readonly ratio?: number;
  readonly ratioAtMost?: number;
}

export interface Measured {
  readonly name: string;
  readonly values: readonly number[];
  readonly floors?: readonly number[];
  readonly unit: string;
  readonly goal?: Goal | undefined;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Makes a result of the rounds: medians, their ratio and the spread of the rounds. */
export function resultOf({ name, values, floors = [], unit, goal, more = {} }: Measured): Result {
  const value = median(values);
  const floor = floors.length === 0 ? null : median(floors);
  const ratio = floor === null || floor === 0 ? null : value / floor;
  return {
    name,
    value: rounded(value),
    floor: floor === null ? null : rounded(floor),
    ratio: ratio === null ? null : rounded(ratio),
    unit,
    ...(goal === undefined ? {} : judged(goal, value, ratio, unit)),
    ...more,
    ...(values.length > 1 ? { rounds: values.map(rounded) } : {}),
    ...(floors.length > 1 ? { floorRounds: floors.map(rounded) } : {}),
  };
}

function judged(
  { below, atMost, ratio: least, ratioAtMost: most }: Goal,
  value: number,
  ratio: number | null,
  unit: string,
) {
  const lines = [
    below !== undefined && { goal: `below ${below} ${unit}`, met: value < below },
    atMost !== undefined && { goal: `at most ${atMost} ${unit}`, met: value <= atMost },
    least !== undefined && { goal: `ratio at least ${least}`, met: ratio !== null && ratio >= least },
    most !== undefined && { goal: `ratio at most ${most}`, met: ratio !== null && ratio <= most },
  ].filter((line) => line !== false);
  return { goal: lines.map(({ goal }) => goal).join(', '), met: lines.every(({ met }) => met) };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which `share` (0…1) of the values lie, between neighbours in proportion; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? low;
  return low + (high - low) * (position - Math.floor(position));
}

/** Four significant digits: more would promise what no machine keeps. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
