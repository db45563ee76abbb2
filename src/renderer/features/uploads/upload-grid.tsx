import { useMemo } from 'react';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import type { UploadsAddress } from '../../lib/addresses/uploads.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useProfiles } from '../../lib/use-profiles.ts';
import { useSenders } from '../../lib/use-senders.ts';
import { FileText } from '../../ui/file-text.tsx';
import type { GridColumn } from '../../ui/grid/columns.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import type { SelectionProps } from '../../ui/grid/use-grid-selection.ts';
import { ProfileCell, SizeCell, StateCell, TimeCell } from './upload-cells.tsx';

interface UploadGridProps extends SelectionProps<number> {
  readonly filter: UploadFilter;
  readonly order: UploadsAddress['order'];
  readonly total: number;
  readonly onOrder: (order: UploadsAddress['order']) => void;
  readonly onOpen: (id: number) => void;
}

/** Rows asked for at once. */
const pageSize = 200;

const idOf = ({ id }: Upload) => id;
const nameOf = ({ fileName }: Upload) => fileName;

/** Uploads, as the filter finds them. */
export function UploadGrid(props: UploadGridProps) {
  const { filter, order, total, selection, onSelect, onOrder, onOpen } = props;
  const { t } = useI18n();
  const call = useCallFunction();
  const { isSeveral } = useProfiles();
  const { isTeam } = useSenders();
  const source = useMemo(() => {
    const inputOf = (offset: number, limit: number) => ({ filter, order, offset, limit });
    return {
      key: JSON.stringify([filter, order]),
      pageSize,
      queryKey: (offset: number, limit: number) => ['uploads.list', inputOf(offset, limit)],
      load: (offset: number, limit: number) => call('uploads.list', inputOf(offset, limit)),
    };
  }, [call, filter, order]);
  const columns = useMemo(
    (): readonly GridColumn<Upload>[] => [
      {
        name: 'file',
        label: t('uploads.file'),
        least: 180,
        share: 5,
        cell: ({ path }) => <FileText path={path} />,
      },
      {
        name: 'size',
        label: t('uploads.size'),
        least: 76,
        isFigure: true,
        isQuiet: true,
        cell: (upload) => <SizeCell upload={upload} />,
      },
      {
        name: 'status',
        label: t('uploads.state'),
        least: 170,
        share: 4,
        cell: (upload) => <StateCell upload={upload} />,
      },
      {
        name: 'when',
        label: t('uploads.when'),
        least: 136,
        isQuiet: true,
        sorts: 'largest-first',
        cell: (upload) => <TimeCell upload={upload} />,
      },
      ...(isTeam
        ? (['person', 'machine'] as const).map((name) => ({
            name,
            label: t(`column.${name}`),
            least: 100,
            isQuiet: true,
            share: 1,
            cell: ({ remotePerson, remoteMachine }: Upload) =>
              (name === 'person' ? remotePerson : remoteMachine) ?? null,
          }))
        : []),
      ...(isSeveral
        ? [
            {
              name: 'profile',
              label: t('uploads.goesTo'),
              least: 110,
              isQuiet: true,
              share: 1,
              cell: (upload: Upload) => <ProfileCell upload={upload} />,
            },
          ]
        : []),
    ],
    [t, isSeveral, isTeam],
  );
  return (
    <Grid
      name="uploads"
      label={t('uploads.list')}
      source={source}
      total={total}
      columns={columns}
      sort={{ by: 'when', descending: order === 'newest' }}
      onSort={({ descending }) => onOrder(descending ? 'newest' : 'oldest')}
      idOf={idOf}
      nameOf={nameOf}
      selection={selection}
      onSelect={onSelect}
      onOpen={onOpen}
    />
  );
}
