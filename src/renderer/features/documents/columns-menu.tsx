import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { type Column, columnsOf } from './columns.ts';

interface ColumnsMenuProps {
  readonly shown: readonly Column[];
  readonly isTeam: boolean;
  /** There was no room for all of the usual ones. */
  readonly isNarrow: boolean;
  /** Empty: the usual ones. */
  readonly onChange: (names: string[]) => void;
}

/** Which columns the list has. */
export function ColumnsMenu({ shown, isTeam, isNarrow, onChange }: ColumnsMenuProps) {
  const { t } = useI18n();
  const names = shown.map(({ name }) => name);
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns size={14} aria-hidden />}>
          {t('documents.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('documents.columns')}>
        <Stack gap={8}>
          {columnsOf(isTeam).map(({ name }) => (
            <Checkbox
              key={name}
              label={t(`column.${name}`)}
              checked={names.includes(name)}
              disabled={name === 'file'}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...names, name] : names.filter((one) => one !== name))
              }
            />
          ))}
          {isNarrow && <span className="quiet">{t('documents.columnsNarrow')}</span>}
          <Button variant="subtle" onClick={() => onChange([])}>
            {t('documents.columnsReset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
