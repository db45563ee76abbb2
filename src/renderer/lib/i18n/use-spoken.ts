import { useCallback } from 'react';
import type { Said } from '#shared/spoken/said.ts';
import { speak, speakOr } from '#shared/spoken/speak.ts';
import { useI18n } from './i18n-context.tsx';

/**
 * Says what core composed in the person's language; `english` is what core itself says, and what stands for
 * codes unknown here.
 */
export function useSpoken(): (said: Said | undefined, english: string) => string {
  const { language, format, t, isKey } = useI18n();
  return useCallback(
    (said, english) => {
      const duration = (milliseconds: number) => format.duration(milliseconds / 1000);
      return speakOr({ language, say: t, isKey }, said, english, duration);
    },
    [language, format, t, isKey],
  );
}

/** Says in the person's language what came as a code alone; undefined for a code of a newer Sluice. */
export function useSpeak(): (said: Said) => string | undefined {
  const { format, t, isKey } = useI18n();
  return useCallback(
    (said) => speak({ say: t, isKey }, said, (milliseconds) => format.duration(milliseconds / 1000)),
    [format, t, isKey],
  );
}

/** The same for remarks on an answer, which a code of a newer Sluice stands for too. */
export function useRemark(): (said: Said) => string {
  const speakKnown = useSpeak();
  return (said) => speakKnown(said) ?? said.code;
}
