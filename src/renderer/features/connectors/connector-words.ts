import type { Connector, ConnectorEnded } from '#shared/bridge/connectors.ts';
import { connectorKind } from '#shared/connectors/connector-kind.ts';
import { syncOutcome } from '#shared/connectors/sync-outcome.ts';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import type { Say } from '#shared/sentences/sentences.ts';
import type { Enrichment } from '#shared/settings/fields.ts';

/** What a connector is called; one without a label by its id. */
export function connectorName({ label, connector_id }: Pick<Connector, 'label' | 'connector_id'>): string {
  return label?.trim() || connector_id;
}

/**
 * A type in words; what a deployment calls a document library, and types nobody knows, are named as the
 * service does.
 */
export function typeName(t: Say, type: string | null | undefined): string {
  const kind = connectorKind(type);
  if (kind === 'other') return type ? t('connectors.type.other', { name: type }) : t('connectors.type.none');
  if (kind === 'document_library' && type && type !== 'document_library')
    return t('connectors.type.named', { name: type });
  return t(`connectors.type.${kind}`);
}

const enrichmentNames: Readonly<Record<string, SentenceKey>> = {
  reporting_entities: 'options.enrichments.reporting_entities',
  translation: 'options.enrichments.translation',
} satisfies Record<Enrichment, SentenceKey>;

/** Enrichments in words; unknown ones as the service names them. */
export function enrichmentList(t: Say, enrichments: readonly string[] | null | undefined): string {
  if (!enrichments || enrichments.length === 0) return t('common.none');
  return enrichments
    .map((one) => {
      const key = Object.hasOwn(enrichmentNames, one) ? enrichmentNames[one] : undefined;
      return key === undefined ? one : t(key);
    })
    .join(', ');
}

/** Milliseconds since 1970 of a time as the service writes it; undefined when it is none. */
export function timeOf(text: string | null | undefined): number | undefined {
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** How what was followed ended, as a sentence, and whether it is bad news. */
export function endedSentence(t: Say, ended: ConnectorEnded): { text: string; isBad: boolean } {
  const { label, kind, how, status, error, count } = ended;
  const say = (key: SentenceKey, isBad: boolean, more: Record<string, string> = {}) => ({
    text: t(key, { label, ...more }),
    isBad,
  });
  if (kind === 'removal')
    return how === 'given-up'
      ? say('connectors.ended.removalGivenUp', true)
      : say('connectors.ended.removed', false);
  if (how === 'vanished') return say('connectors.ended.vanished', true);
  if (how === 'given-up') return say('connectors.ended.syncGivenUp', true);
  const outcome = syncOutcome({ last_sync_status: status, last_sync_error_msg: error });
  if (outcome === 'failed')
    return error
      ? say('connectors.ended.failed', true, { error })
      : say('connectors.ended.failedNoError', true);
  if (outcome === 'success')
    return count === null
      ? say('connectors.ended.successNoCount', false)
      : say('connectors.ended.success', false, { items: t('connectors.items', { count }) });
  return status
    ? say('connectors.ended.unknown', false, { status })
    : say('connectors.ended.unknownNoStatus', false);
}
