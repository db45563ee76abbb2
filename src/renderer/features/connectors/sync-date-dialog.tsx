import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { Connector } from '#shared/bridge/connectors.ts';
import { syncOutcome } from '#shared/connectors/sync-outcome.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import fields from '../../ui/fields.module.css';
import { connectorName, timeOf } from './connector-words.ts';

interface SyncDateDialogProps {
  readonly connector: Connector;
  /** Without one the dialog is there for the error alone, and for another try. */
  readonly needsDate: boolean;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onSync: (dateLimit?: string) => void;
  readonly onClose: () => void;
}

const day = 86_400_000;

/** A day as `YYYY-MM-DD`, as the person's calendar has it. */
export function isoDay(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * From which day to collect again: the day of the last sync that went well is offered, or the last thirty
 * days.
 */
export function SyncDateDialog(props: SyncDateDialogProps) {
  const { connector, needsDate, error, isPending, onSync, onClose } = props;
  const { t, format } = useI18n();
  const succeeded = syncOutcome(connector) === 'success';
  const [date, setDate] = useState(() =>
    isoDay((succeeded ? timeOf(connector.last_sync_at) : undefined) ?? Date.now() - 30 * day),
  );
  const today = isoDay(Date.now());
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && date <= today;
  const label = connectorName(connector);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('connectors.syncTitle', { label })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={fields.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (!needsDate) onSync();
          else if (isDate) onSync(date);
        }}
      >
        {connector.activity?.kind === 'sync' && (
          <Text size="sm">
            {t('connectors.syncAgainText', { label, when: format.ago(connector.activity.since) })}
          </Text>
        )}
        {needsDate && (
          <DayField
            label={t('connectors.syncFrom')}
            description={t('connectors.syncFromHint')}
            value={date}
            error={isDate ? undefined : t('connectors.syncFromNeeded')}
            onChange={setDate}
            data-autofocus
          />
        )}
        {error !== null && <ExplainedFailure error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isPending} disabled={needsDate && !isDate}>
            {t(needsDate ? 'connectors.syncStart' : 'common.tryAgain')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
