import { inspect, styleText } from 'node:util';

type Dress = (text: string) => string;

/** The few colours Sluice uses; each is the identity where there is no terminal or NO_COLOR is set. */
export interface Paint {
  readonly bold: Dress;
  readonly dim: Dress;
  readonly good: Dress;
  readonly bad: Dress;
  readonly busy: Dress;
  /** Finds (in a group, for `split`) the codes it paints with; null where it paints nothing. */
  readonly codes: RegExp | null;
}

const formats = { bold: 'bold', dim: 'dim', good: 'green', bad: 'red', busy: 'cyan' } as const;

export function createPaint(colours: boolean): Paint {
  const dress =
    (format: Parameters<typeof styleText>[0]): Dress =>
    (text) =>
      colours && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  return {
    bold: dress(formats.bold),
    dim: dress(formats.dim),
    good: dress(formats.good),
    bad: dress(formats.bad),
    busy: dress(formats.busy),
    codes: colours ? ownCodes : null,
  };
}

/** Colours only on a terminal, and never against NO_COLOR (https://no-color.org) or TERM=dumb. */
export function wantsColours(
  variables: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  return isTerminal && (variables.NO_COLOR ?? '') === '' && variables.TERM !== 'dumb';
}

/** Whoever else writes one of these into a text colours it, and no more. */
const ownCodes = new RegExp(
  `(${[...new Set(Object.values(formats).flatMap((format) => inspect.colors[format] ?? []))]
    .map((code) => `\\u001b\\[${code}m`)
    .join('|')})`,
);
