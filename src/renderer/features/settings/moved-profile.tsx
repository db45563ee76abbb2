import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ProfileId } from '#shared/ids/ids.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';

interface MovedProfileProps {
  readonly profileId: ProfileId;
  /** The address its documents were sent to; undefined when it leads there still. */
  readonly from: string | undefined;
}

/**
 * Asks whether a profile whose address was changed leads to the same service: nothing is sent before that is
 * said.
 */
export function MovedProfile({ profileId, from }: MovedProfileProps) {
  const { t } = useI18n();
  const settle = useAction('ledger.settleService');
  const [asking, setAsking] = useState(false);
  if (from === undefined) return null;
  return (
    <Alert color="orange" variant="light" mt="xs" title={t('settings.moved')}>
      {t('settings.movedText', { from })}
      <Group gap="xs" mt="xs">
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => settle.mutate({ profileId, choice: 'same-service' })}
        >
          {t('settings.sameService')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
          {t('settings.anotherService')}
        </Button>
      </Group>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('settings.anotherService')}
        text={t('settings.anotherServiceText')}
        confirm={t('settings.anotherService')}
        onConfirm={() => settle.mutate({ profileId, choice: 'another-service' })}
      />
    </Alert>
  );
}
