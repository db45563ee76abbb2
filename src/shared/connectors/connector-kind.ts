/** What a connector's type means to Sluice; `other` is a type nobody has told it of. */
export type ConnectorKind = 'email' | 'investment_research' | 'document_library' | 'other';

/**
 * Deployments have been seen that name the document library after the product it reads (service-behaviour.md,
 * "Connectors").
 */
const names: ReadonlyMap<string, ConnectorKind> = new Map([
  ['email', 'email'],
  ['investment_research', 'investment_research'],
  ['document_library', 'document_library'],
  ['sharepoint', 'document_library'],
]);

/** The kind behind the type a service names (specification 2.7), whatever its spelling. */
export function connectorKind(type: string | null | undefined): ConnectorKind {
  return names.get((type ?? '').trim().toLowerCase().replaceAll('-', '_')) ?? 'other';
}
