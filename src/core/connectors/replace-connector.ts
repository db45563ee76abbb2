import type { ConnectorId } from '#shared/ids/ids.ts';
import type { Answer, CallOptions } from '../service/answer.ts';
import type { ConnectorsArea } from '../service/connectors.ts';
import type { ConnectorRecord, ConnectorReplacement } from '../service/schemas/connector.ts';

/**
 * Replaces a connector (specification 4.7). The specification's body knows no enrichments, deployments that
 * replace everything would lose them without: they are sent, and left out where the service refuses that very
 * field.
 */
export async function replaceConnector(
  connectors: Pick<ConnectorsArea, 'update'>,
  id: ConnectorId,
  replacement: ConnectorReplacement,
  options: CallOptions,
): Promise<Answer<ConnectorRecord>> {
  const answer = await connectors.update(id, replacement, options);
  if (answer.ok || answer.failure.error.code !== 'REFUSED_AS_INVALID') return answer;
  if (!/\benrichments\b/.test(answer.failure.error.detail ?? '')) return answer;
  const { enrichments: _refused, ...rest } = replacement;
  return connectors.update(id, rest, options);
}
