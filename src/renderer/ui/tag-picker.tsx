import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { isUuid } from '#shared/ids/ids.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useCall } from '../lib/queries.ts';
import { tagWords } from './tag-words.ts';

interface TagPickerProps {
  readonly label?: string;
  /** Names; settings of earlier versions may hold ids of tags. */
  readonly value: readonly string[];
  readonly onChange: (tags: string[]) => void;
  /** Whether a tag may be named that is not there yet. It is made when it is first used. */
  readonly creates?: boolean;
  /** The only tags to choose from; all of the service's where it is left out, none yet where it is null. */
  readonly offered?: readonly { readonly id: string; readonly name: string }[] | null;
}

/** The service's tags by name, to choose from and to add to. */
export function TagPicker({ label, value, onChange, creates = true, offered }: TagPickerProps) {
  const { t } = useI18n();
  const [search, setSearch] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const tags = useCall('tags.list', {});
  const all = (offered === undefined ? tags.data : offered) ?? [];
  const stored = new Map(all.filter(({ id }) => value.includes(id)).map(({ id, name }) => [id, name]));
  const names = new Set(all.filter(({ id }) => !stored.has(id)).map(({ name }) => name));
  const options = [...names].map((name) => ({ value: name, label: tagWords(t, name) }));
  for (const one of value)
    if (!names.has(one)) options.push({ value: one, label: stored.get(one) ?? tagWords(t, one) });
  const wanted = search.trim();
  const isNew = creates && wanted !== '' && !isUuid(wanted) && options.every((one) => one.label !== wanted);
  // Enter takes what stands first: what was typed, not what only begins like it. A name in other capitals is
  // rather the same tag.
  const isTyped = ({ label: name }: { label: string }) => name.toLowerCase() === wanted.toLowerCase();
  const typed = wanted === '' ? [] : options.filter(isTyped).sort((one) => (one.label === wanted ? -1 : 1));
  const created = isNew ? [{ value: wanted, label: t('tags.create', { name: wanted }) }] : [];
  const others = options.filter((one) => !typed.includes(one));
  const hint = t(creates ? 'tags.placeholder' : 'tags.choose');
  return (
    <MultiSelect
      label={label ?? t('tags.label')}
      placeholder={value.length === 0 ? hint : ''}
      data={[...typed, ...created, ...others]}
      value={[...value]}
      onChange={(chosen) => {
        // What is below the list is what comes next; another click or letter opens it again.
        setIsOpen(false);
        // The name of a tag that is chosen already, typed once more, does not take it away.
        const isLess = chosen.length < value.length && typed.some((one) => !chosen.includes(one.value));
        if (!isLess) onChange(chosen);
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      searchable
      clearable
      selectFirstOptionOnChange
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={t('tags.none')}
      error={tags.error ? t('tags.unavailable') : undefined}
      // A new tag's option contains what was typed, so the default filter keeps it.
      limit={50}
    />
  );
}
