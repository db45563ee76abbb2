import { Select } from '@mantine/core';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import type { Senders } from '../lib/use-senders.ts';

interface Values {
  readonly machine: string;
  readonly person: string;
}

interface SenderFiltersProps {
  readonly senders: Senders;
  readonly values: Values;
  readonly onChange: (values: Partial<Values>) => void;
}

/** Who sent it, and from which machine; nothing where there is no team. */
export function SenderFilters({ senders, values, onChange }: SenderFiltersProps) {
  const { t } = useI18n();
  const choices = { person: senders.persons, machine: senders.machines } as const;
  return (['person', 'machine'] as const).map((name) => {
    const value = values[name];
    // What the address names stays visible, also when nobody of that name is left.
    const names = [...new Set([...choices[name], ...(value === '' ? [] : [value])])];
    if (names.length === 0) return null;
    return (
      <Select
        key={name}
        aria-label={t(`column.${name}`)}
        placeholder={t(name === 'person' ? 'senders.anyPerson' : 'senders.anyMachine')}
        clearable
        searchable
        data={names}
        value={value || null}
        onChange={(chosen) => onChange({ [name]: chosen ?? '' })}
        w={142}
      />
    );
  });
}
