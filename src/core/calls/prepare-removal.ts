import type { ConnectorId } from '#shared/ids/ids.ts';
import { activeService, type ServiceContext } from '../engine/core-context.ts';

/**
 * What is known of a connector before it is asked to go with its data. Call what this returns once the
 * service has begun: its documents are being removed then, and its end is followed.
 */
export async function prepareRemoval(context: ServiceContext, connectorId: ConnectorId): Promise<() => void> {
  const { profile, client } = activeService(context);
  const current = await client.connectors.get(connectorId, { priority: 'person' });
  const record = current.ok ? current.value : undefined;
  return () => {
    context.ledger.documents.markRemoving(profile.id, connectorId);
    context.emit('documents.changed', {});
    context.follower.follow(profile.id, {
      kind: 'removal',
      connectorId,
      label: record?.label ?? connectorId,
      type: record?.type ?? '',
      since: context.clock.now(),
    });
  };
}
