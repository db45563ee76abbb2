import { connectorOperations } from './operations/connectors.ts';
import type { Operation } from './operations/define.ts';
import { documentOperations } from './operations/documents.ts';
import { economicCalendarOperation } from './operations/economic-calendar.ts';
import { eventsCalendarOperation } from './operations/events-calendar.ts';
import { knowledgeGraphOperations } from './operations/knowledge-graph.ts';
import { searchOperations } from './operations/search.ts';
import { structuredDataOperations } from './operations/structured-data.ts';
import { subscriptionOperations } from './operations/subscription.ts';
import { tagOperations } from './operations/tags.ts';
import { workflowOperations } from './operations/workflow.ts';

/**
 * THE registry: every operation of the interface (specification 4.1 to 4.14) as data, by name. Client
 * methods, the command line, the Explorer and the table in `docs/interface.md` are derived from it.
 */
export const operations = {
  ...knowledgeGraphOperations,
  ...structuredDataOperations,
  'economic-calendar.query': economicCalendarOperation,
  'events-calendar.query': eventsCalendarOperation,
  ...searchOperations,
  ...workflowOperations,
  ...documentOperations,
  ...tagOperations,
  ...connectorOperations,
  ...subscriptionOperations,
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}
