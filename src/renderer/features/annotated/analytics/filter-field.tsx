import { TextInput } from '@mantine/core';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import classes from './analytics.module.css';

interface FilterFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What the names in a list are looked through for. */
export function FilterField({ value, onChange }: FilterFieldProps) {
  const { t } = useI18n();
  return (
    <TextInput
      className={classes.filter}
      aria-label={t('analytics.filter')}
      placeholder={t('analytics.filter')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
