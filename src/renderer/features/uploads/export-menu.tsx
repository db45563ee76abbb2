import { Button, Menu, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useExport } from './use-export.ts';

/** The history under the present filter as a file. */
export function ExportMenu({ filter, total }: { readonly filter: UploadFilter; readonly total: number }) {
  const { t } = useI18n();
  const { done, start, cancel } = useExport(filter);
  if (done !== undefined) {
    return (
      <>
        <span aria-live="polite">{t('uploads.exporting', { done, total })}</span>
        <Progress
          w={120}
          size="sm"
          value={(100 * done) / Math.max(1, total)}
          aria-label={t('uploads.export')}
        />
        <Button variant="default" onClick={cancel}>
          {t('common.cancel')}
        </Button>
      </>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={14} />} disabled={total === 0}>
          {t('uploads.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void start('csv')}>{t('uploads.exportCsv')}</Menu.Item>
        <Menu.Item onClick={() => void start('json')}>{t('uploads.exportJson')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
