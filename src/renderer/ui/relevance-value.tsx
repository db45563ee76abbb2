import { useI18n } from '../lib/i18n/i18n-context.tsx';

/** How much something matters in a text, from 0 to 1; the service does not always say. */
export function RelevanceValue({ value }: { readonly value: number | null }) {
  const { format } = useI18n();
  return value === null ? '–' : format.decimal(value);
}
