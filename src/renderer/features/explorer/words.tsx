import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { OperationDescription } from '#shared/operations/description.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';

/** Null on an English page, where nothing is in another language. */
const Said = createContext<ReadonlySet<string> | null>(null);

interface OperationWordsProps {
  readonly operation: Pick<OperationDescription, 'keys'>;
  readonly children: ReactNode;
}

/** Knows which texts about an operation there are in the person's language. */
export function OperationWords({ operation: { keys }, children }: OperationWordsProps) {
  const { t, isKey, language } = useI18n();
  const said = useMemo(
    () =>
      language === 'en' ? null : new Set(Object.values(keys).flatMap((key) => (isKey(key) ? t(key) : []))),
    [keys, t, isKey, language],
  );
  return <Said value={said}>{children}</Said>;
}

/** Texts about an operation. Those without a sentence of ours are English everywhere, and read out so. */
export function Words({ of: texts }: { readonly of: readonly string[] }) {
  const said = useContext(Said);
  return texts.map((text, index) => (
    <span key={text} lang={said === null || said.has(text) ? undefined : 'en'}>
      {index > 0 && ' '}
      {text}
    </span>
  ));
}
