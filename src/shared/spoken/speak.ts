import { isErrorCode } from '../errors/catalog.ts';
import { explain } from '../errors/explain.ts';
import type { Sentences } from '../sentences/sentences.ts';
import type { Said } from './said.ts';

/**
 * The sentence in a language; undefined where its code is of a newer Sluice. Values whose names end in `Ms`
 * are milliseconds.
 */
export function speak(
  { language, say, isKey }: Pick<Sentences, 'language' | 'say' | 'isKey'>,
  { code, values }: Said,
): string | undefined {
  const key = `said.${code}`;
  if (isKey(key)) {
    const written = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && name.endsWith('Ms') ? duration(value, language) : value,
    ]);
    return say(key, Object.fromEntries(written));
  }
  if (!isErrorCode(code)) return undefined;
  const { happened, remedy } = explain(say, code);
  return values.detail === undefined ? `${happened} ${remedy}` : `${happened} (${values.detail}) ${remedy}`;
}

/**
 * What core composed, in a language; `english` is what core itself says, and what stands for a code of a
 * newer Sluice.
 */
export function speakOr(
  sentences: Pick<Sentences, 'language' | 'say' | 'isKey'>,
  said: Said | undefined,
  english: string,
): string {
  if (sentences.language === 'en' || said === undefined) return english;
  return speak(sentences, said) ?? english;
}

/** `10 minutes`, `30 Sekunden`: a round length of time, spelled out. */
function duration(milliseconds: number, language: string): string {
  const seconds = Math.round(milliseconds / 1000);
  const [unit, value] =
    milliseconds < 1000
      ? ['millisecond', milliseconds]
      : seconds < 120
        ? ['second', seconds]
        : ['minute', Math.round(seconds / 60)];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
