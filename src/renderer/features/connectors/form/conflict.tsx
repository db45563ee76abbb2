import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { SeenConnector } from '#shared/bridge/connectors.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import fields from '../../../ui/fields.module.css';
import table from '../../../ui/table.module.css';
import { enrichmentList } from '../connector-words.ts';
import classes from '../connectors.module.css';

interface ConflictProps {
  readonly opened: SeenConnector;
  readonly theirs: SeenConnector;
  readonly mine: Omit<SeenConnector, 'updatedAt' | 'lastSyncAt'>;
  readonly onSaveMine: () => void;
  readonly onLoadTheirs: () => void;
}

/** Somebody else changed the connector: field by field what is there now, and the choice. */
export function Conflict({ opened, theirs, mine, onSaveMine, onLoadTheirs }: ConflictProps) {
  const { t } = useI18n();
  const yes = (value: boolean) => t(value ? 'connectorForm.yes' : 'connectorForm.no');
  const words = (seen: typeof mine) =>
    ({
      'connectorForm.label': seen.label,
      'connectorForm.description': seen.description,
      'options.share': yes(seen.share),
      'connectors.enrichments': enrichmentList(t, seen.enrichments),
      'connectorForm.senders': seen.allowedEmails.join(', '),
      'connectors.isArchived': yes(seen.archived),
    }) as const;
  const [before, now, own] = [words(opened), words(theirs), words(mine)];
  const changed = (Object.keys(before) as (keyof typeof before)[]).filter((key) => before[key] !== now[key]);
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconAlertTriangle size={16} />}
      title={t('connectorForm.conflict')}
    >
      {changed.length === 0 ? t('connectorForm.conflictNothing') : t('connectorForm.conflictText')}
      {changed.length > 0 && (
        <table className={`${table.table} ${classes.diff}`}>
          <thead>
            <tr>
              <th scope="col">{t('connectorForm.field')}</th>
              <th scope="col">{t('connectorForm.theirs')}</th>
              <th scope="col">{t('connectorForm.yours')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((key) => (
              <tr key={key}>
                <td>{t(key)}</td>
                <td>{now[key] || '–'}</td>
                <td>{own[key] || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={fields.buttons}>
        <Button variant="default" onClick={onSaveMine}>
          {t('connectorForm.saveMine')}
        </Button>
        <Button variant="default" onClick={onLoadTheirs}>
          {t('connectorForm.loadTheirs')}
        </Button>
      </div>
    </Alert>
  );
}
