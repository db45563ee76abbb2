import type { OperationDescription } from '#shared/operations/description.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';

/**
 * What an operation is called in the person's language; in the registry's where the catalog does not know it
 * yet.
 */
export function useOperationTitle(): (operation: Pick<OperationDescription, 'name' | 'title'>) => string {
  const { t, isKey } = useI18n();
  return ({ name, title }) => {
    const key = `operation.${name}`;
    return isKey(key) ? t(key) : title;
  };
}
