import { Button } from '@mantine/core';
import { endOf } from '#shared/advice/advice-of.ts';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../lib/queries.ts';
import { notify } from './notify.tsx';

/** Uploads looked at to know which types of which folders they are. */
const most = 1000;
/** Buttons side by side; what is left shows when these are pressed. */
const mostButtons = 3;

/**
 * Leaves the type of files that failed out of the folder they came from, and puts their failed uploads away.
 * Nothing for files that came from no folder.
 */
export function LeaveOut({ filter }: { readonly filter: UploadFilter }) {
  const { t } = useI18n();
  const uploads = useCall('uploads.list', { filter, limit: most });
  const folders = useCall('folders.list', {});
  const edit = useAction('folders.edit');
  const cancel = useAction('uploads.cancel');
  const groups = groupsOf(uploads.data?.rows ?? []);
  return groups.slice(0, mostButtons).map(({ folderId, end, ids }) => {
    const folder = folders.data?.find((one) => one.folder.id === folderId)?.folder;
    if (!folder) return null;
    return (
      <Button
        key={`${folderId} ${end}`}
        variant="default"
        loading={edit.isPending || cancel.isPending}
        onClick={() =>
          edit.mutate(
            { folderId, changes: {}, leaveOut: [`*${end}`] },
            {
              onSuccess: () =>
                cancel.mutate(
                  { filter: { profileId: null, ids } },
                  { onSuccess: ({ count }) => notify(t('action.leftOut', { end, count })) },
                ),
            },
          )
        }
      >
        {t('action.leave-out', { end })}
      </Button>
    );
  });
}

interface Group {
  readonly folderId: string;
  readonly end: string;
  readonly ids: number[];
}

function groupsOf(uploads: readonly Upload[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { id, folderId, fileName } of uploads) {
    const end = endOf(fileName);
    if (folderId === null || end === undefined) continue;
    const key = `${folderId} ${end}`;
    const group = groups.get(key) ?? { folderId, end, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
