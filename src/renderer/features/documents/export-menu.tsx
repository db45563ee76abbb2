import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { DocumentFilter, DocumentSort } from '#shared/bridge/documents.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useSaveFile } from '../../ui/use-save-file.ts';

interface ExportMenuProps {
  readonly filter: DocumentFilter;
  readonly sort: DocumentSort;
  readonly disabled?: boolean;
}

/** The documents of a filter as a file, written by the core as it reads them. */
export function ExportMenu({ filter, sort, disabled = false }: ExportMenuProps) {
  const { t } = useI18n();
  const { isPending, save } = useSaveFile();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={disabled}
          loading={isPending}
        >
          {t('documents.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'json'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => save({ what: 'documents', filter, sort, format })}>
            {t(format === 'csv' ? 'documents.exportCsv' : 'documents.exportJson')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
