/**
 * Which lookup of the knowledge graph knows entities of a type that annotated documents use
 * (service-behaviour.md, "Annotated documents").
 * Business lines and sectors have no category of their own (specification 1); they are sought among concepts.
 */
const byType: ReadonlyMap<string, string> = new Map([
  ['COMP', 'companies'],
  ['ORGA', 'organizations'],
  ['PEOP', 'people'],
  ['PLCE', 'places'],
  ['PROD', 'products'],
  ['TOPI', 'topics'],
  ['CEPT', 'concepts'],
  ['BUSI', 'concepts'],
  ['SECT', 'concepts'],
]);

/** The operation that looks an entity of a type up; companies where the type is not known. */
export function lookupFor(type: string): string {
  return `knowledge-graph.${byType.get(type.toUpperCase()) ?? 'companies'}`;
}

/** Whether an entity of a type may be traded, and so have prices. */
export function mayHavePrices(type: string): boolean {
  return type === '' || type.toUpperCase() === 'COMP';
}
