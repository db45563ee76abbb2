import { Button, MultiSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { SearchAddress } from '../../lib/addresses/search.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { DayField } from '../../ui/day-field.tsx';
import classes from './search.module.css';

interface SearchFormProps {
  /** What was searched for. */
  readonly value: SearchAddress;
  readonly isBusy: boolean;
  readonly onSearch: (wanted: SearchAddress) => void;
}

/** What to look for. Typing asks nobody; Enter and the button do. */
export function SearchForm({ value, isBusy, onSearch }: SearchFormProps) {
  const { t } = useI18n();
  const [wanted, setWanted] = useState(value);
  const { data: tags } = useCall('tags.list', {});
  const shown = JSON.stringify(value);
  // "Back" and the palette bring another search.
  useEffect(() => setWanted(JSON.parse(shown) as SearchAddress), [shown]);
  const change = (part: Partial<SearchAddress>) => setWanted((old) => ({ ...old, ...part }));
  const tagNames = [...new Set([...(tags ?? []).map(({ name }) => name), ...wanted.tags])];
  function submit(event: FormEvent): void {
    event.preventDefault();
    const text = wanted.text.trim();
    if (text !== '') onSearch({ ...wanted, text });
  }
  return (
    <search>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          className={classes.text}
          type="search"
          data-autofocus
          autoFocus
          label={t('search.text')}
          placeholder={t('search.placeholder')}
          leftSection={<IconSearch size={15} aria-hidden />}
          value={wanted.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <Button type="submit" loading={isBusy} disabled={wanted.text.trim() === ''}>
          {t('search.search')}
        </Button>
        <div className={classes.narrow}>
          <MultiSelect
            className={classes.tags}
            label={t('search.tags')}
            placeholder={wanted.tags.length === 0 ? t('search.anyTag') : ''}
            data={tagNames}
            value={[...wanted.tags]}
            onChange={(chosen) => change({ tags: chosen })}
            searchable
            clearable
            limit={50}
          />
          {(['from', 'to'] as const).map((end) => (
            <DayField
              key={end}
              label={t(`search.${end}`)}
              value={wanted[end]}
              onChange={(day) => change({ [end]: day })}
            />
          ))}
        </div>
      </form>
    </search>
  );
}
