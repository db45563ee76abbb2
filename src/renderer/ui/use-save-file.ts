import type { PageCallOutput } from '#shared/bridge/contract.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useAction } from '../lib/queries.ts';
import { notify } from './notify.tsx';

/** Saves a file by way of the host: the app asks where to, a browser downloads it. */
export function useSaveFile() {
  const { t } = useI18n();
  const action = useAction('host.saveFile');
  function onSuccess({ outcome, path, address }: PageCallOutput<'host.saveFile'>): void {
    if (outcome === 'saved' && path !== null) notify(t('documents.exported', { path }));
    if (outcome !== 'download' || address === null) return;
    const link = document.createElement('a');
    link.href = address;
    link.download = '';
    link.click();
    notify(t('documents.downloading'));
  }
  return {
    isPending: action.isPending,
    save: (input: Parameters<typeof action.mutate>[0]) => action.mutate(input, { onSuccess }),
  };
}
