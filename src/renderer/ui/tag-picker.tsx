import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../lib/queries.ts';

interface TagPickerProps {
  /** Ids or names, as the active profile's `tagReferenceAtUpload` says. */
  readonly value: readonly string[];
  readonly onChange: (tags: string[]) => void;
}

/** Marks the option that makes a tag; no id or name of a tag begins so. */
const createPrefix = '\u0000create:';

/** The service's tags by name, to choose from and to add to. */
export function TagPicker({ value, onChange }: TagPickerProps) {
  const { t } = useI18n();
  const [search, setSearch] = useState('');
  const tags = useCall('tags.list', {});
  const { data: status } = useCall('agent.status', {});
  const create = useAction('tags.create');
  const byName = status?.profile?.tagReferenceAtUpload === 'name';
  const reference = (tag: { id: string; name: string }) => (byName ? tag.name : tag.id);

  const known = new Map((tags.data ?? []).map((tag) => [reference(tag), tag.name]));
  // A tag the service does not name stays visible, so that it can be taken away.
  for (const one of value) if (!known.has(one)) known.set(one, one);
  const wanted = search.trim();
  const isNew = wanted !== '' && tags.data !== undefined && ![...known.values()].includes(wanted);
  const options = [...known].map(([option, label]) => ({ value: option, label }));
  if (isNew) options.push({ value: createPrefix + wanted, label: t('tags.create', { name: wanted }) });

  const choose = (chosen: string[]) => {
    const made = chosen.find((one) => one.startsWith(createPrefix));
    if (made === undefined) return onChange(chosen);
    create.mutate(
      { name: made.slice(createPrefix.length) },
      { onSuccess: (tag) => onChange([...value, reference(tag)]) },
    );
    return undefined;
  };
  return (
    <MultiSelect
      label={t('tags.label')}
      placeholder={value.length === 0 ? t('tags.placeholder') : ''}
      data={options}
      value={[...value]}
      onChange={choose}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('tags.none')}
      error={tags.error ? t('tags.unavailable') : undefined}
      // A new tag's option contains what was typed, so the default filter keeps it.
      limit={50}
    />
  );
}
