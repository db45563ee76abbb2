import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { PageCallInput } from '#shared/bridge/contract.ts';
import { noteFormats } from '#shared/bridge/notes.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { ButtonMenu } from '../../ui/button-menu.tsx';
import { useSaveFile } from '../../ui/use-save-file.ts';

interface NotesExportProps {
  readonly filter: NonNullable<PageCallInput<'notes.list'>['filter']>;
  readonly disabled: boolean;
}

/** Notes as a file, to be read, cited or taken into another program. */
export function NotesExport({ filter, disabled }: NotesExportProps) {
  const { t } = useI18n();
  const { isPending, save } = useSaveFile();
  return (
    <ButtonMenu
      label={t('common.export')}
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={disabled}
      loading={isPending}
    >
      {noteFormats.map((format) => (
        <Menu.Item key={format} onClick={() => save({ what: 'notes', filter, format })}>
          {t(`notes.format.${format}`)}
        </Menu.Item>
      ))}
    </ButtonMenu>
  );
}
