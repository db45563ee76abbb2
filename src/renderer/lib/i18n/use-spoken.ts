import { isErrorCode } from '#shared/errors/catalog.ts';
import { fillSpoken, type Said } from '#shared/spoken/said.ts';
import { isSpokenCode } from '#shared/spoken/spoken-english.ts';
import { useI18n } from './i18n-context.tsx';
import { errorsDe } from './reasons-de.ts';
import { spokenDe } from './spoken-de.ts';

/** Says what core composed in the person's language; `english` is what core itself says, and what stands for codes unknown here. */
export function useSpoken(): (said: Said | undefined, english: string) => string {
  const { language, format } = useI18n();
  return (said, english) => {
    if (language === 'en' || said === undefined) return english;
    const { code, values } = said;
    if (isSpokenCode(code)) {
      const duration = (milliseconds: number) => format.duration(milliseconds / 1000);
      return fillSpoken(spokenDe[code], values, { number: format.number, duration });
    }
    if (!isErrorCode(code)) return english;
    const { happened, remedy } = errorsDe[code];
    return values.detail === undefined ? `${happened} ${remedy}` : `${happened} (${values.detail}) ${remedy}`;
  };
}
