import { Autocomplete, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useAction, useCall } from '../lib/queries.ts';
import classes from './path-field.module.css';

interface PathFieldProps {
  readonly value: string;
  readonly onChange: (path: string) => void;
  readonly error?: string | undefined;
  /** The field is what the page is opened for. */
  readonly autoFocus?: boolean;
}

/** A folder, by the system's dialog where the host has one, or by typing with completion. */
export function PathField({ value, onChange, error, autoFocus = false }: PathFieldProps) {
  const { t } = useI18n();
  const { data: host } = useCall('host.info', {});
  const [prefix] = useDebouncedValue(value, 150);
  const completion = useCall('host.completePath', { prefix }, { enabled: prefix !== '', keepPrevious: true });
  const pick = useAction('host.pickFolder');
  return (
    <div className={classes.field}>
      <Autocomplete
        className={classes.input}
        label={t('path.field')}
        description={t('path.hint')}
        value={value}
        onChange={onChange}
        data={completion.data?.paths ?? []}
        // The host has filtered already.
        filter={({ options }) => options}
        error={error}
        spellCheck={false}
        autoFocus={autoFocus}
        data-path-field
      />
      {host?.canPickFolder && (
        <Button
          variant="default"
          loading={pick.isPending}
          onClick={() => pick.mutate({}, { onSuccess: ({ path }) => path !== null && onChange(path) })}
        >
          {t('common.choose')}
        </Button>
      )}
    </div>
  );
}
