import { lazy, Suspense } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { Loading } from '../../ui/loading.tsx';

/** Forms from schemas weigh as much as several pages, so this one is loaded when somebody goes there. */
const Lazy = lazy(async () => ({ default: (await import('./explorer-page.tsx')).ExplorerPage }));

export function ExplorerEntry() {
  const { t } = useI18n();
  return (
    <Suspense fallback={<Loading>{t('common.loading')}</Loading>}>
      <Lazy />
    </Suspense>
  );
}
