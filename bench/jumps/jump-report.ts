import type { Seen } from './in-page.ts';
import type { Jump, JumpKind } from './jump.ts';

interface Taken {
  readonly kind: JumpKind;
  readonly seen: Seen;
}

/** Milliseconds half and nearly all of the jumps in an open document may take. */
const goals = { p50: 60, p99: 300 };

/** What became of all jumps. */
export class JumpReport {
  readonly #taken: Taken[] = [];
  readonly #say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  readonly take = (jump: Jump, seen: Seen, where: string): void => {
    this.#taken.push({ kind: jump.kind, seen });
    if (seen.missed !== null) this.#say(`missed: ${jump.kind} ${jump.query}, ${where}: ${seen.missed}`);
    else if (seen.moved > 0) this.#say(`moved by ${seen.moved} px: ${jump.kind} ${jump.query}, ${where}`);
    if (this.#taken.length % 250 === 0) this.#say(`${this.#taken.length} jumps`);
  };

  get isGood(): boolean {
    return (
      this.#taken.length > 0 && this.#taken.every(({ seen }) => seen.missed === null && seen.moved === 0)
    );
  }

  result(seed: number): object {
    const warm = this.#taken.filter(({ kind }) => kind !== 'deep link');
    const kinds = [...new Set(this.#taken.map(({ kind }) => kind))].toSorted();
    return {
      jumps: this.#taken.length,
      missed: this.#taken.filter(({ seen }) => seen.missed !== null).length,
      moved: this.#taken.filter(({ seen }) => seen.moved > 0).length,
      original: {
        exact: this.#count('exact'),
        likely: this.#count('likely'),
        none: this.#count('none'),
      },
      p50: percentile(warm, 0.5),
      p99: percentile(warm, 0.99),
      goals,
      kinds: Object.fromEntries(
        kinds.map((kind) => {
          const of = this.#taken.filter((one) => one.kind === kind);
          return [kind, { jumps: of.length, p50: percentile(of, 0.5), p99: percentile(of, 0.99) }];
        }),
      ),
      seed,
    };
  }

  #count(how: Seen['original']): number {
    return this.#taken.filter(({ seen }) => seen.original === how).length;
  }

  text(): string {
    const { kinds, ...all } = this.result(0) as { kinds: Record<string, object> } & Record<string, unknown>;
    const lines = Object.entries(kinds).map(
      ([kind, figures]) => `  ${kind.padEnd(10)} ${JSON.stringify(figures)}`,
    );
    return `${JSON.stringify(all)}\n${lines.join('\n')}\n`;
  }
}

/** In milliseconds, of the jumps that landed. */
function percentile(taken: readonly Taken[], share: number): number {
  const times = taken
    .filter(({ seen }) => seen.missed === null)
    .map(({ seen }) => seen.milliseconds)
    .toSorted((left, right) => left - right);
  return Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
}
