import { type FormEvent, useRef, useState } from 'react';
import { useI18n } from '../lib/i18n/i18n-context.tsx';

/**
 * A field for a secret. What is typed stays in the field alone: no state, form or cache of the page holds it,
 * so that nothing of it is left in memory once the field is empty again (S2).
 */
export function useSecretField() {
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [isEmpty, setIsEmpty] = useState(true);
  return {
    isEmpty,
    /** For the input. */
    props: {
      ref: input,
      autoComplete: 'off',
      visibilityToggleButtonProps: { 'aria-label': t('common.showSecret') },
      onInput: (event: FormEvent<HTMLInputElement>) => setIsEmpty(event.currentTarget.value.trim() === ''),
    },
    read: () => input.current?.value ?? '',
    clear() {
      if (input.current) input.current.value = '';
      setIsEmpty(true);
    },
  };
}
