import { useMemo } from 'react';
import type { DocumentRow } from '#shared/bridge/documents.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';

/** Folders and connectors by the names people know them by. */
export function useSourceNames() {
  const { t } = useI18n();
  const folders = useCall('folders.list', {});
  const listed = useCall('connectors.list', {});
  // Where the service has no list of connectors, the ones this Sluice knows.
  const known = useCall('connectors.known', {}, { enabled: listed.error?.code === 'NO_SUCH_OPERATION' });
  const folderNames = new Map<string, string>(
    (folders.data ?? []).map(({ folder }) => [folder.id, folderName(folder)]),
  );
  const connectorNames = new Map<string, string>(
    (listed.data ?? known.data ?? []).map((one) => [one.connector_id, one.label ?? one.connector_id]),
  );
  const names = JSON.stringify([...folderNames, ...connectorNames]);
  // Folders are told anew with every file that is uploaded: the same names stay the same value, so that no
  // row is drawn anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are what counts of the maps.
  return useMemo(
    () => ({
      folders: folderNames,
      connectors: connectorNames,
      of(row: Pick<DocumentRow, 'folderId' | 'connectorId' | 'uploadId' | 'machine'>): string {
        if (row.folderId !== null) return folderNames.get(row.folderId) ?? row.folderId;
        if (row.connectorId !== null) return connectorNames.get(row.connectorId) ?? row.connectorId;
        if (row.uploadId !== null) return t('documents.manual');
        return t(row.machine === undefined ? 'documents.elsewhere' : 'documents.byTeam');
      },
    }),
    [names, t],
  );
}

export type SourceNames = ReturnType<typeof useSourceNames>;
