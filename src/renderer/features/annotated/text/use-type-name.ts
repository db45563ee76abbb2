import { useCallback } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { isKnownType } from './mark-style.ts';

/** The name of a type of entities; its code where it is none that services are known to use. */
export function useTypeName(): (type: string) => string {
  const { t } = useI18n();
  return useCallback(
    (type: string) => {
      const code = type.toUpperCase();
      if (type === '') return t('text.untyped');
      return isKnownType(code) ? t(`entityType.${code}`) : type;
    },
    [t],
  );
}
