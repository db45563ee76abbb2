import { sayStatus } from '#shared/uploads/say-status.ts';
import { useI18n } from './i18n-context.tsx';

/** The service's word for where a document stands, in the person's language. */
export function useStatusWord(): (status: string) => string {
  const { t, isKey } = useI18n();
  return (status) => sayStatus({ say: t, isKey }, status);
}
