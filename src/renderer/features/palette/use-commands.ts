import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { fileQuery } from '../../lib/addresses/annotated.ts';
import { documentsHref } from '../../lib/addresses/documents.ts';
import { helpHref, helpParts } from '../../lib/addresses/help.ts';
import { everyProfile } from '../../lib/every-profile.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';
import { useHasTeam } from '../../lib/use-has-team.ts';
import { notify } from '../../ui/notify.tsx';
import { useUploadSheet } from '../upload-sheet/upload-sheet-provider.tsx';

/** What the palette offers now: pages, actions, folders. */
export function useCommands(): SpotlightActionGroupData[] {
  const { t } = useI18n();
  const { chooseFiles } = useUploadSheet();
  const { data: status } = useCall('agent.status', {});
  const { data: folders } = useCall('folders.list', {});
  const hasTeam = useHasTeam();
  const pause = useAction('agent.pause');
  const resume = useAction('agent.resume');
  const retry = useAction('uploads.retry');
  const reconcile = useAction('folders.reconcile');
  const update = useAction('settings.update');
  const refresh = useAction('documents.refresh');
  const open =
    (...path: string[]) =>
    () =>
      goTo(href(path));
  const help = {
    group: t('help.title'),
    actions: [
      { id: 'help', label: t('help.title'), onClick: open('help') },
      ...helpParts.map((part) => ({
        id: `help ${part}`,
        label: t(`help.${part}`),
        onClick: () => goTo(helpHref(part)),
      })),
    ],
  };
  if (!status?.profile) return [help];
  const page = (
    name:
      | 'home'
      | 'folders'
      | 'uploads'
      | 'documents'
      | 'connectors'
      | 'tags'
      | 'team'
      | 'explorer'
      | 'settings',
  ) => ({
    id: name,
    label: t(`nav.${name}`),
    onClick: open(name),
  });
  return [
    {
      group: t('palette.pages'),
      actions: [
        page('home'),
        page('folders'),
        page('uploads'),
        page('documents'),
        { id: 'search', label: t('search.title'), onClick: open('search') },
        { id: 'across', label: t('across.title'), onClick: open('across') },
        { id: 'notes', label: t('notes.title'), onClick: open('notes') },
        page('connectors'),
        page('tags'),
        ...(hasTeam ? [page('team')] : []),
        page('explorer'),
        page('settings'),
      ],
    },
    {
      group: t('palette.actions'),
      actions: [
        { id: 'add-files', label: t('common.addFiles'), onClick: chooseFiles },
        { id: 'add-folder', label: t('common.addFolder'), onClick: open('folders', 'new') },
        { id: 'create-connector', label: t('connectors.create'), onClick: open('connectors', 'new') },
        status.paused
          ? { id: 'resume', label: t('common.resumeAll'), onClick: () => resume.mutate({}) }
          : { id: 'pause', label: t('common.pauseAll'), onClick: () => pause.mutate({}) },
        {
          id: 'retry',
          label: t('palette.retryAll'),
          onClick: () =>
            retry.mutate(
              { filter: { ...everyProfile, states: ['attention'] } },
              { onSuccess: ({ count }) => notify(t('action.done', { count })) },
            ),
        },
        {
          id: 'reconcile',
          label: t('palette.reconcile'),
          onClick: () =>
            reconcile.mutate({}, { onSuccess: ({ seen }) => notify(t('folders.looked', { count: seen })) }),
        },
        {
          id: 'light',
          label: t('palette.themeLight'),
          onClick: () => update.mutate({ preferences: { theme: 'light' } }),
        },
        {
          id: 'dark',
          label: t('palette.themeDark'),
          onClick: () => update.mutate({ preferences: { theme: 'dark' } }),
        },
        {
          id: 'failed-documents',
          label: t('palette.failedDocuments'),
          onClick: () => goTo(documentsHref({ statuses: ['failed'] })),
        },
        {
          id: 'refresh-documents',
          label: t('palette.refreshDocuments'),
          onClick: () => refresh.mutate({ full: true }),
        },
        {
          id: 'open-annotated',
          label: t('annotated.openFile'),
          onClick: () => goTo(href(['annotated'], fileQuery.write({ choose: true }))),
        },
        { id: 'doctor', label: t('palette.doctor'), onClick: open('settings', 'diagnostics') },
        { id: 'connect', label: t('palette.connect'), onClick: open('welcome') },
      ],
    },
    help,
    {
      group: t('palette.folders'),
      actions: (folders ?? []).map(({ folder }) => ({
        id: folder.id,
        label: folderName(folder),
        description: folder.path,
        onClick: open('folders', folder.id),
      })),
    },
  ];
}
