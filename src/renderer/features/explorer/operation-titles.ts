import type { OperationDescription } from '#shared/operations/description.ts';
import { catalog, type MessageKey } from '../../lib/i18n/catalog.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';

/** What an operation is called in the person's language; in the registry's where the catalog does not know it yet. */
export function useOperationTitle(): (operation: Pick<OperationDescription, 'name' | 'title'>) => string {
  const { t, language } = useI18n();
  return ({ name, title }) => {
    const key = `operation.${name}`;
    return language !== 'en' && Object.hasOwn(catalog[language], key) ? t(key as MessageKey) : title;
  };
}
