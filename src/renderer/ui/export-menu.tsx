import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { ButtonMenu } from './button-menu.tsx';
import { useSaveFile } from './use-save-file.ts';

type Wanted = Parameters<ReturnType<typeof useSaveFile>['save']>[0];

interface ExportMenuProps {
  /** What is written, in this format. */
  readonly wanted: (format: 'csv' | 'json') => Wanted;
  /** What JSON holds beside the list. */
  readonly json?: string;
  readonly disabled?: boolean;
}

/** A list under its present filter as a file, written by the core as it reads it. */
export function ExportMenu({ wanted, json, disabled = false }: ExportMenuProps) {
  const { t } = useI18n();
  const { isPending, save } = useSaveFile();
  return (
    <ButtonMenu
      label={t('common.export')}
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={disabled}
      loading={isPending}
    >
      <Menu.Item onClick={() => save(wanted('csv'))}>{t('common.exportCsv')}</Menu.Item>
      <Menu.Item onClick={() => save(wanted('json'))}>{json ?? t('common.exportJson')}</Menu.Item>
    </ButtonMenu>
  );
}
