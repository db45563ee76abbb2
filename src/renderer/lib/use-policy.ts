import type { Policy } from '#shared/settings/policy.ts';
import { useI18n } from './i18n/i18n-context.tsx';
import { useCall } from './queries.ts';

/** What the administrator of this machine set; core holds it, pages only show what cannot be changed here. */
export function usePolicy(): Partial<Policy> {
  return useCall('settings.get', {}).data?.policy ?? {};
}

/** Why a field is locked, as its hint says it; undefined where it is not. */
export function useLocked(): (isLocked: boolean) => string | undefined {
  const { t } = useI18n();
  const { reason } = usePolicy();
  const why = reason === undefined ? '' : ` ${reason}`;
  return (isLocked) => (isLocked ? t('policy.locked', { reason: why }) : undefined);
}
