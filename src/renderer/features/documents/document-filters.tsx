import { MultiSelect, Select } from '@mantine/core';
import { type DocumentStatus, documentStatuses } from '#shared/bridge/documents.ts';
import { type DocumentsAddress, dates, documentsQuery, flags } from '../../lib/addresses/documents.ts';
import { manual } from '../../lib/addresses/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useCall } from '../../lib/queries.ts';
import type { Senders } from '../../lib/use-senders.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SenderFilters } from '../../ui/sender-filters.tsx';
import { isFiltered, toDocumentFilter } from './document-filter.ts';
import classes from './documents.module.css';
import type { SourceNames } from './use-source-names.ts';

interface DocumentFiltersProps {
  readonly values: DocumentsAddress;
  readonly sources: SourceNames;
  readonly senders: Senders;
  readonly onChange: (values: DocumentsAddress) => void;
}

/** Search and filters; all of them live in the address. */
export function DocumentFilters({ values, sources, senders, onChange }: DocumentFiltersProps) {
  const { t } = useI18n();
  const reasons = useReasons();
  const { data: tags } = useCall('tags.list', {});
  const change = (part: Partial<DocumentsAddress>) => onChange({ ...values, ...part });
  const tagNames = [...new Set([...(tags ?? []).map(({ name }) => name), ...values.tags])];
  return (
    <FilterBar
      clear={
        isFiltered(toDocumentFilter(values))
          ? {
              label: t('documents.clear'),
              onClear: () => onChange({ ...documentsQuery.usual, sort: values.sort }),
            }
          : undefined
      }
    >
      <SearchField
        label={t('documents.search')}
        value={values.search}
        onChange={(search) => change({ search })}
      />
      <MultiSelect
        aria-label={t('column.status')}
        placeholder={values.statuses.length === 0 ? t('documents.anyStatus') : ''}
        data={documentStatuses.map((status) => ({ value: status, label: t(`documentStatus.${status}`) }))}
        value={[...values.statuses]}
        onChange={(statuses) => change({ statuses: statuses as DocumentStatus[] })}
        clearable
        w={values.statuses.length === 0 ? 140 : 'auto'}
      />
      <Select
        aria-label={t('column.source')}
        placeholder={t('documents.anySource')}
        clearable
        data={sourceOptions(sources, values, t)}
        value={
          values.folder
            ? `folder:${values.folder}`
            : values.connector
              ? `connector:${values.connector}`
              : null
        }
        onChange={(chosen) => {
          const [kind, id = ''] = splitOnce(chosen ?? '');
          change({ folder: kind === 'folder' ? id : '', connector: kind === 'connector' ? id : '' });
        }}
        w={150}
      />
      <SenderFilters senders={senders} values={values} onChange={change} />
      <MultiSelect
        aria-label={t('column.tags')}
        placeholder={values.tags.length === 0 ? t('documents.anyTag') : ''}
        data={tagNames}
        value={[...values.tags]}
        onChange={(chosen) => change({ tags: chosen })}
        searchable
        clearable
        limit={50}
        w={values.tags.length === 0 ? 110 : 'auto'}
      />
      <Select
        aria-label={t('column.shared')}
        placeholder={t('documents.anySharing')}
        clearable
        data={[
          { value: 'yes', label: t('documents.shared') },
          { value: 'no', label: t('documents.notShared') },
        ]}
        value={values.shared || null}
        onChange={(shared) => change({ shared: shared === 'yes' || shared === 'no' ? shared : '' })}
        w={130}
      />
      <MultiSelect
        aria-label={t('column.flags')}
        placeholder={values.flags.length === 0 ? t('documents.anyFlag') : ''}
        data={flags.map((flag) => ({
          value: flag,
          label: t(flag === 'no_index' ? 'documents.flagNoIndex' : 'documents.flagNoStore'),
        }))}
        value={[...values.flags]}
        onChange={(chosen) => change({ flags: chosen as (typeof flags)[number][] })}
        clearable
        w={values.flags.length === 0 ? 142 : 'auto'}
      />
      <Select
        aria-label={t('documents.dated')}
        allowDeselect={false}
        data={dates.map((date) => ({
          value: date,
          label: t(`column.${date}`),
        }))}
        value={values.dated}
        onChange={(dated) => dated !== null && change({ dated })}
        w={130}
      />
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          aria-label={t(`documents.${end}`)}
          leftSection={<span className={classes.before}>{t(`documents.${end}`)}</span>}
          leftSectionWidth={end === 'from' ? 46 : 34}
          w={end === 'from' ? 166 : 154}
          value={values[end]}
          onChange={(day) => change({ [end]: day })}
        />
      ))}
      {values.error !== '' && <span className="quiet">{reasons.of(values.error).happened}</span>}
    </FilterBar>
  );
}

function sourceOptions(
  sources: SourceNames,
  { folder, connector }: DocumentsAddress,
  t: ReturnType<typeof useI18n>['t'],
) {
  const folders = new Map(sources.folders);
  const connectors = new Map(sources.connectors);
  // What the address names stays visible, also when it is not there any more.
  if (folder !== '' && folder !== manual && !folders.has(folder)) folders.set(folder, folder);
  if (connector !== '' && !connectors.has(connector)) connectors.set(connector, connector);
  const items = (kind: string, names: ReadonlyMap<string, string>) =>
    [...names].map(([id, label]) => ({ value: `${kind}:${id}`, label }));
  const groups = [
    {
      group: t('documents.folders'),
      items: [{ value: `folder:${manual}`, label: t('documents.manual') }, ...items('folder', folders)],
    },
    { group: t('documents.connectors'), items: items('connector', connectors) },
  ];
  return groups.filter(({ items: list }) => list.length > 0);
}

function splitOnce(text: string): string[] {
  const at = text.indexOf(':');
  return at < 0 ? [] : [text.slice(0, at), text.slice(at + 1)];
}
