import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useProfiles } from '../lib/use-profiles.ts';

/**
 * In the head of a page that shows what is of the active profile: which one. Nothing where there is only one.
 */
export function ShownProfile() {
  const { t } = useI18n();
  const { isSeveral, active } = useProfiles();
  if (!isSeveral || !active) return null;
  return <span title={active.baseUrl}>{t('profiles.shown', { name: active.name })}</span>;
}

/** In the head of a page that shows what is of every profile. */
export function AllProfiles() {
  const { t } = useI18n();
  return useProfiles().isSeveral ? <span>{t('profiles.all')}</span> : null;
}
