import { Select } from '@mantine/core';
import { type UploadState, uploadStates } from '#shared/uploads/upload.ts';
import { manual, type UploadsAddress, uploadsQuery } from '../../lib/addresses/uploads.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useCall } from '../../lib/queries.ts';
import { useSenders } from '../../lib/use-senders.ts';
import { inProgressStates } from '../../lib/upload-links.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SenderFilters } from '../../ui/sender-filters.tsx';
import { isFiltered, toUploadFilter } from './upload-filter.ts';
import classes from './uploads.module.css';
import { useAttentionCodes } from './use-attention-codes.ts';

interface UploadFiltersProps {
  readonly values: UploadsAddress;
  readonly onChange: (values: UploadsAddress) => void;
}

/** Search and filters; all of them live in the address. */
export function UploadFilters({ values, onChange }: UploadFiltersProps) {
  const { t } = useI18n();
  const reasons = useReasons();
  const { data: folders } = useCall('folders.list', {});
  const senders = useSenders();
  const codes = useAttentionCodes(values.code);
  const change = (part: Partial<UploadsAddress>) => onChange({ ...values, ...part });
  const several = values.states.length > 1 ? values.states.join() : '';
  const states = [
    { value: inProgressStates.join(), label: t('home.inProgress') },
    ...uploadStates.map((state) => ({ value: state as string, label: t(`state.${state}`) })),
  ];
  if (several !== '' && !states.some(({ value }) => value === several)) {
    states.unshift({ value: several, label: values.states.map((state) => t(`state.${state}`)).join(', ') });
  }
  return (
    <FilterBar
      clear={
        isFiltered(toUploadFilter(values))
          ? { label: t('uploads.clear'), onClear: () => onChange(uploadsQuery.usual) }
          : undefined
      }
    >
      <SearchField
        label={t('uploads.search')}
        value={values.search}
        onChange={(search) => change({ search })}
      />
      <Select
        aria-label={t('uploads.state')}
        flex="0 0 158px"
        placeholder={t('uploads.anyState')}
        clearable
        data={states}
        value={values.states.join() || null}
        onChange={(chosen) => change({ states: (chosen?.split(',') ?? []) as UploadState[] })}
        w={138}
      />
      <Select
        aria-label={t('uploads.folder')}
        placeholder={t('uploads.anyFolder')}
        clearable
        data={[
          { value: manual, label: t('uploads.manual') },
          ...(folders ?? []).map(({ folder }) => ({ value: folder.id, label: folderName(folder) })),
        ]}
        value={values.folder || null}
        onChange={(folder) => change({ folder: folder ?? '' })}
        w={138}
      />
      <SenderFilters senders={senders} values={values} onChange={change} />
      <Select
        aria-label={t('uploads.reason')}
        placeholder={t('uploads.anyReason')}
        clearable
        searchable
        data={codes.map((code) => ({ value: code, label: reasons.of(code).happened }))}
        value={values.code || null}
        onChange={(code) => change({ code: code ?? '' })}
        w={158}
      />
      <DayField
        aria-label={t('uploads.from')}
        leftSection={<span className={classes.before}>{t('uploads.from')}</span>}
        leftSectionWidth={46}
        w={166}
        value={values.from}
        onChange={(from) => change({ from })}
      />
      <DayField
        aria-label={t('uploads.to')}
        leftSection={<span className={classes.before}>{t('uploads.to')}</span>}
        leftSectionWidth={34}
        w={154}
        value={values.to}
        onChange={(to) => change({ to })}
      />
      {values.document !== '' && <span>{t('uploads.ofDocument', { id: values.document })}</span>}
    </FilterBar>
  );
}
