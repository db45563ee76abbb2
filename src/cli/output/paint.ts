import { styleText } from 'node:util';

type Dress = (text: string) => string;

/** The few colours Sluice uses; each is the identity where there is no terminal or NO_COLOR is set. */
export interface Paint {
  readonly bold: Dress;
  readonly dim: Dress;
  readonly good: Dress;
  readonly bad: Dress;
  readonly busy: Dress;
}

export function createPaint(colours: boolean): Paint {
  const dress =
    (format: Parameters<typeof styleText>[0]): Dress =>
    (text) =>
      colours && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  return {
    bold: dress('bold'),
    dim: dress('dim'),
    good: dress('green'),
    bad: dress('red'),
    busy: dress('cyan'),
  };
}

/** Colours only on a terminal, and never against NO_COLOR (https://no-color.org) or TERM=dumb. */
export function wantsColours(
  variables: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  return isTerminal && (variables.NO_COLOR ?? '') === '' && variables.TERM !== 'dumb';
}
