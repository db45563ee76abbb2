import type { RawSpan } from './read-spans.ts';

/**
 * What the offsets of a document count: found out by looking what stands there, because the interface does
 * not say.
 */
export interface OffsetScheme {
  /** From the beginning of the block, or of the whole text. */
  readonly base: 'block' | 'document';
  /** Characters between two blocks of the whole text. */
  readonly joint: number;
  readonly unit: 'utf16' | 'codePoint' | 'byte';
  /** 1 where `end` is the last character and not the one after it. */
  readonly endShift: 0 | 1;
}

export const usualScheme: OffsetScheme = { base: 'block', joint: 0, unit: 'utf16', endShift: 0 };

/** One mark whose text is known beforehand. */
export interface SchemeSample {
  readonly text: string;
  readonly span: RawSpan;
  /** What should stand there: the name, or the text the mark repeats. */
  readonly expected: string;
  /** Characters of all blocks before, without joints, in each unit, and their number. */
  readonly before: {
    readonly utf16: number;
    readonly codePoint: number;
    readonly byte: number;
    readonly blocks: number;
  };
}

const schemes: readonly OffsetScheme[] = (['block', 'document'] as const).flatMap((base) =>
  (base === 'block' ? [0] : [0, 1, 2]).flatMap((joint) =>
    (['utf16', 'codePoint', 'byte'] as const).flatMap((unit) =>
      ([0, 1] as const).map((endShift) => ({ base, joint, unit, endShift })),
    ),
  ),
);

export interface FoundScheme {
  readonly scheme: OffsetScheme;
  /** Samples it is right for. */
  readonly hits: number;
}

/** The scheme under which most samples show the text they should; the usual one where none is better. */
export function findScheme(samples: readonly SchemeSample[], base: OffsetScheme['base']): FoundScheme {
  let best: FoundScheme = { scheme: usualScheme, hits: 0 };
  for (const scheme of schemes) {
    if (scheme.base !== base) continue;
    const hits = samples.filter((sample) => fits(sample, scheme)).length;
    if (hits > best.hits) best = { scheme, hits };
  }
  return best;
}

function fits({ text, span, expected, before }: SchemeSample, scheme: OffsetScheme): boolean {
  const found = applyScheme(scheme, text, span, before);
  if (found === null) return false;
  return text.slice(found.start, found.end).toLowerCase() === expected.toLowerCase();
}

/** A place in the block's text (UTF-16, end exclusive); null when it lies outside. */
export function applyScheme(
  scheme: OffsetScheme,
  text: string,
  span: RawSpan,
  before: SchemeSample['before'] | null,
): RawSpan | null {
  const { base, joint, unit, endShift } = scheme;
  const offset = base === 'block' || before === null ? 0 : before[unit] + before.blocks * joint;
  const toUtf16 = (place: number) => (unit === 'utf16' ? place : fromUnit(text, place, unit));
  const start = toUtf16(span.start - offset);
  const end = toUtf16(span.end + endShift - offset);
  return start < 0 || end > text.length || start >= end ? null : { start, end };
}

function fromUnit(text: string, place: number, unit: 'codePoint' | 'byte'): number {
  let seen = 0;
  let index = 0;
  while (seen < place && index < text.length) {
    const point = text.codePointAt(index) ?? 0;
    seen += unit === 'codePoint' ? 1 : point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    index += point > 0xffff ? 2 : 1;
  }
  return seen === place ? index : text.length + 1;
}
