import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useSaveFile } from '../../ui/use-save-file.ts';

interface ExportMenuProps {
  readonly filter: UploadFilter;
  readonly disabled: boolean;
}

/** The history under the present filter as a file, written by the core as it reads it. */
export function ExportMenu({ filter, disabled }: ExportMenuProps) {
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
          {t('uploads.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'json'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => save({ what: 'uploads', filter, format })}>
            {t(format === 'csv' ? 'uploads.exportCsv' : 'uploads.exportJson')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
