import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { download } from '../../lib/download.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import type { ExportKind } from './export/export-document.ts';
import type { RemoteDocument } from './worker/document-client.ts';

const endings: Readonly<Record<ExportKind, string>> = {
  json: '.json',
  entities: '-entities.csv',
  events: '-events.csv',
  html: '.html',
};

interface ExportMenuProps {
  readonly remote: RemoteDocument;
  readonly name: string;
}

/** Files of the document, made where the document is. */
export const ExportMenu = memo(function ExportMenu({ remote, name }: ExportMenuProps) {
  const { t, language } = useI18n();
  const [isBusy, setBusy] = useState(false);
  async function save(kind: ExportKind): Promise<void> {
    setBusy(true);
    try {
      const blob = await remote.export(kind, {
        language,
        untitled: t('annotated.untitled'),
        legend: t('text.legend'),
        made: t('annotated.madeBy'),
      });
      const base = name.replace(/\.json$/i, '').replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_');
      download(`${base}${endings[kind]}`, blob.type, blob);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  }
  const item = (kind: ExportKind, label: string) => (
    <Menu.Item key={kind} onClick={() => void save(kind)}>
      {label}
    </Menu.Item>
  );
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" disabled={isBusy} rightSection={<IconChevronDown size={14} aria-hidden />}>
          {t(isBusy ? 'annotated.exporting' : 'annotated.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {item('json', t('annotated.exportJson'))}
        {item('html', t('annotated.exportHtml'))}
        {item('entities', t('annotated.exportEntities'))}
        {item('events', t('annotated.exportEvents'))}
      </Menu.Dropdown>
    </Menu>
  );
});
