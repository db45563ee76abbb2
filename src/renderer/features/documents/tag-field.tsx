import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../../lib/queries.ts';

interface TagFieldProps {
  readonly label: string;
  /** Ids: what PATCH takes, whatever the profile sends at upload. */
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
  /** Whether a tag that is not there can be made. */
  readonly creates?: boolean;
  /** The only tags to choose from; all of the service's where it is left out, none yet where it is null. */
  readonly offered?: readonly { readonly id: string; readonly name: string }[] | null;
}

/** Marks the option that makes a tag; no id of a tag begins so. */
const createPrefix = '\u0000create:';

/** Tags of the service by name, chosen by id. */
export function TagField({ label, value, onChange, creates = false, offered }: TagFieldProps) {
  const { t } = useI18n();
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const tags = useCall('tags.list', {});
  const create = useAction('tags.create');
  const known = ((offered === undefined ? tags.data : offered) ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  const wanted = search.trim();
  const isNew =
    creates && wanted !== '' && tags.data !== undefined && known.every((one) => one.label !== wanted);
  const choose = (chosen: string[]) => {
    // What is below the list is what comes next; another click or letter opens it again.
    setIsOpen(false);
    const made = chosen.find((one) => one.startsWith(createPrefix));
    if (made === undefined) return onChange(chosen);
    return create.mutate(
      { name: made.slice(createPrefix.length) },
      { onSuccess: (tag) => onChange([...value, tag.id]) },
    );
  };
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t(creates ? 'tags.placeholder' : 'tags.choose') : ''}
      data={
        isNew
          ? [...known, { value: createPrefix + wanted, label: t('tags.create', { name: wanted }) }]
          : known
      }
      value={[...value]}
      onChange={choose}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      searchable
      clearable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('tags.none')}
      error={tags.error ? t('tags.unavailable') : undefined}
      limit={50}
    />
  );
}
