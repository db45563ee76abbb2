import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Connector } from '#shared/bridge/connectors.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';
import { ExplainedFailure } from '../../ui/explained-failure.tsx';
import fields from '../../ui/fields.module.css';
import { notify } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import { connectorName } from './connector-words.ts';
import classes from './connectors.module.css';

/**
 * Deletes the connector and every document it collected, after its label was typed (specification 3.2, X9).
 */
export function DeleteEverything({ connector }: { readonly connector: Connector }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState(false);
  return (
    <Section title={t('connector.deleteEverything')}>
      <p>{t('connector.deleteHint')}</p>
      <Button variant="default" className={classes.destroy ?? ''} onClick={() => setAsking(true)}>
        {t('connector.deleteEverything')}…
      </Button>
      {asking && <DeleteDialog connector={connector} onClose={() => setAsking(false)} />}
    </Section>
  );
}

interface DeleteDialogProps {
  readonly connector: Connector;
  readonly onClose: () => void;
}

function DeleteDialog({ connector, onClose }: DeleteDialogProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const remove = useAction('connectors.delete', { quiet: true });
  const label = connectorName(connector);
  const matches = typed.trim().normalize() === label.normalize();
  const count = connector.files_count;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('connector.deleteTitle', { label })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={fields.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (!matches) return;
          remove.mutate(
            { connectorId: connector.connector_id },
            {
              onSuccess: () => {
                onClose();
                notify(t('connector.deleteAccepted', { label }));
                goTo(href(['connectors']));
              },
            },
          );
        }}
      >
        <Text size="sm">
          {t('connector.deleteText')} {typeof count === 'number' && t('connector.deleteCount', { count })}
        </Text>
        <TextInput
          label={t('connector.deleteType', { label })}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
        {remove.error && <ExplainedFailure error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!matches} loading={remove.isPending}>
            {t('connector.deleteConfirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
