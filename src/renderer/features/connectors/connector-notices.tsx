import { useEffect } from 'react';
import type { EventPayload } from '#shared/bridge/contract.ts';
import { useHost } from '../../lib/bridge/host-context.tsx';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { notify, notifyTrouble } from '../../ui/notify.tsx';
import { endedSentence } from './connector-words.ts';

/** Says, on whatever page a person is, how a sync or a removal ended. Mounted once. */
export function ConnectorNotices() {
  const host = useHost();
  const { t } = useI18n();
  useEffect(
    () =>
      host.on('connectors.changed', (payload) => {
        const { ended } = payload as EventPayload<'connectors.changed'>;
        if (!ended) return;
        const { text, isBad } = endedSentence(t, ended);
        (isBad ? notifyTrouble : notify)(text);
      }),
    [host, t],
  );
  return null;
}
