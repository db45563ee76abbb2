import { type FormEvent, useRef, useState } from 'react';

/**
 * A field for a secret. What is typed stays in the field alone: no state, form or cache of the page holds it,
 * so that nothing of it is left in memory once the field is empty again (S2).
 */
export function useSecretField() {
  const input = useRef<HTMLInputElement>(null);
  const [isEmpty, setIsEmpty] = useState(true);
  return {
    isEmpty,
    /** For the input. */
    props: {
      ref: input,
      autoComplete: 'off',
      onInput: (event: FormEvent<HTMLInputElement>) => setIsEmpty(event.currentTarget.value.trim() === ''),
    },
    read: () => input.current?.value ?? '',
    clear() {
      if (input.current) input.current.value = '';
      setIsEmpty(true);
    },
  };
}
