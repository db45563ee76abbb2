import { useCallback } from 'react';
import type { Said } from '#shared/spoken/said.ts';
import { speak, speakOr } from '#shared/spoken/speak.ts';
import { useI18n } from './i18n-context.tsx';

/**
 * Says what core composed in the person's language; `english` is what core itself says, and what stands for
 * codes unknown here.
 */
export function useSpoken(): (said: Said | undefined, english: string) => string {
  const { language, t, isKey } = useI18n();
  return useCallback(
    (said, english) => speakOr({ language, say: t, isKey }, said, english),
    [language, t, isKey],
  );
}

/** Says in the person's language what came as a code alone; undefined for a code of a newer Sluice. */
export function useSpeak(): (said: Said) => string | undefined {
  const { language, t, isKey } = useI18n();
  return useCallback((said) => speak({ language, say: t, isKey }, said), [language, t, isKey]);
}

/** The same for remarks on an answer, which a code of a newer Sluice stands for too. */
export function useRemark(): (said: Said) => string {
  const speakKnown = useSpeak();
  return (said) => speakKnown(said) ?? said.code;
}
