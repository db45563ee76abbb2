import { isErrorCode } from '../errors/catalog.ts';
import { explain } from '../errors/explain.ts';
import type { Sentences } from '../sentences/sentences.ts';
import type { Said } from './said.ts';

/**
 * The sentence in a language; undefined where its code is of a newer Sluice.
 *
 * @param duration writes milliseconds, which the values whose names end in `Ms` are
 */
export function speak(
  { say, isKey }: Pick<Sentences, 'say' | 'isKey'>,
  { code, values }: Said,
  duration: (milliseconds: number) => string,
): string | undefined {
  const key = `said.${code}`;
  if (isKey(key)) {
    const written = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && name.endsWith('Ms') ? duration(value) : value,
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
  { language, ...sentences }: Pick<Sentences, 'language' | 'say' | 'isKey'>,
  said: Said | undefined,
  english: string,
  duration: (milliseconds: number) => string,
): string {
  if (language === 'en' || said === undefined) return english;
  return speak(sentences, said, duration) ?? english;
}
