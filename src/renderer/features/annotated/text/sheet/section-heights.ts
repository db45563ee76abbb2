import { blocksPerSection } from '../../model/sections.ts';

/** CSS pixels around the text of a block, and of one of its lines; characters of a line in a usual pane. */
const around = 12;
const lineHeight = 24.5;
const charactersPerLine = 80;

/**
 * How high the sections of a text are: as they were measured, else as their length lets expect by what was
 * measured of others. CSS pixels.
 */
export class SectionHeights {
  readonly #expected: Float64Array;
  readonly #measured: Float64Array;
  #expectedSum = 0;
  #measuredSum = 0;

  /** @param bytes of the text of each section @param blocks of all sections together */
  constructor(bytes: readonly number[], blocks: number) {
    this.#measured = new Float64Array(bytes.length);
    this.#expected = Float64Array.from(bytes, (length, section) => {
      const count = Math.min(blocksPerSection, blocks - section * blocksPerSection);
      // On average the last line of a block is half full.
      return count * (around + lineHeight / 2) + (length / charactersPerLine) * lineHeight;
    });
  }

  get count(): number {
    return this.#expected.length;
  }

  isMeasured(section: number): boolean {
    return (this.#measured[section] ?? 0) > 0;
  }

  of(section: number): number {
    const measured = this.#measured[section] ?? 0;
    if (measured > 0) return measured;
    const scale = this.#expectedSum > 0 ? this.#measuredSum / this.#expectedSum : 1;
    return Math.round((this.#expected[section] ?? 0) * scale);
  }

  measure(section: number, height: number): void {
    this.#forget(section);
    this.#measured[section] = height;
    if (height <= 0) return;
    this.#measuredSum += height;
    this.#expectedSum += this.#expected[section] as number;
  }

  /** Where each section begins, and after the last one where all end. */
  tops(): Float64Array {
    const tops = new Float64Array(this.count + 1);
    for (let section = 0; section < this.count; section++)
      tops[section + 1] = (tops[section] as number) + this.of(section);
    return tops;
  }

  #forget(section: number): void {
    const before = this.#measured[section] ?? 0;
    if (before <= 0) return;
    this.#measuredSum -= before;
    this.#expectedSum -= this.#expected[section] as number;
  }
}
