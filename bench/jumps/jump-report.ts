import { machineFacts } from '../support/machine-facts.ts';
import type { Seen } from './in-page.ts';
import type { Jump, JumpKind, Warmth } from './jump.ts';

interface Taken {
  readonly kind: JumpKind;
  readonly warmth: Warmth;
  readonly seen: Seen;
}

/** Milliseconds half and nearly all of the jumps may take. */
const goals = { p50: 60, p99: 300 };
/** Jumps between two words on how far it is. */
const toldEvery = 250;

/** What became of all jumps. */
export class JumpReport {
  readonly #taken: Taken[] = [];
  readonly #say: (line: string) => void;
  readonly #machine = machineFacts();
  readonly #begun = performance.now();
  readonly #processor = { milliseconds: 0, jumps: 0 };
  /** Ended before all jumps were done. */
  isPart = false;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  readonly take = (jump: Jump, seen: Seen, warmth: Warmth, where: string): void => {
    this.#taken.push({ kind: jump.kind, warmth, seen });
    if (seen.missed !== null) this.#say(`missed: ${jump.kind} ${jump.query}, ${where}: ${seen.missed}`);
    else if (seen.moved > 0) this.#say(`moved by ${seen.moved} px: ${jump.kind} ${jump.query}, ${where}`);
    if (this.#taken.length % toldEvery === 0) this.#say(`${this.#taken.length} jumps`);
  };

  readonly takeProcessor = (milliseconds: number, jumps: number): void => {
    this.#processor.milliseconds += milliseconds;
    this.#processor.jumps += jumps;
  };

  get isGood(): boolean {
    const isGood = ({ seen }: Taken) => seen.missed === null && seen.moved === 0;
    return !this.isPart && this.#taken.length > 0 && this.#taken.every(isGood);
  }

  result(seed: number) {
    const taken = this.#taken;
    const { milliseconds, jumps } = this.#processor;
    const parts = (of: readonly Taken[], part: (one: Taken) => string) =>
      Object.fromEntries(
        [...new Set(of.map(part))]
          .toSorted()
          .map((name) => [name, figuresOf(of.filter((one) => part(one) === name))]),
      );
    return {
      ...figuresOf(taken),
      isPart: this.isPart,
      watchedASecond: taken.filter(({ seen }) => seen.watchedFor > 0).length,
      goals,
      warmths: parts(taken, ({ warmth }) => warmth),
      kinds: parts(taken, ({ warmth, kind }) => `${warmth} ${kind}`),
      panes: parts(taken, ({ warmth, seen }) => `${warmth} ${seen.panes}`),
      original: {
        exact: this.#count('exact'),
        likely: this.#count('likely'),
        none: this.#count('none'),
      },
      /** Of the page's main thread for a warm jump, and what it did besides, ms. */
      processor: Math.round((milliseconds / jumps) * 10) / 10,
      minutes: Math.round((performance.now() - this.#begun) / 6_000) / 10,
      machine: this.#machine(),
      seed,
    };
  }

  #count(how: Seen['original']): number {
    return this.#taken.filter(({ seen }) => seen.original === how).length;
  }

  text(seed: number): string {
    const { warmths, kinds, panes, ...all } = this.result(seed);
    const lines = [warmths, kinds, panes].flatMap((part) => [
      '',
      ...Object.entries(part).map(([name, figures]) => `  ${name.padEnd(18)} ${JSON.stringify(figures)}`),
    ]);
    return `${JSON.stringify(all)}${lines.join('\n')}\n`;
  }
}

function figuresOf(taken: readonly Taken[]) {
  return {
    jumps: taken.length,
    missed: taken.filter(({ seen }) => seen.missed !== null).length,
    moved: taken.filter(({ seen }) => seen.moved > 0).length,
    p50: percentile(taken, 0.5),
    p99: percentile(taken, 0.99),
  };
}

/** In milliseconds, of the jumps that landed. */
function percentile(taken: readonly Taken[], share: number): number {
  const times = taken
    .filter(({ seen }) => seen.missed === null)
    .map(({ seen }) => seen.milliseconds)
    .toSorted((left, right) => left - right);
  return Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
}
