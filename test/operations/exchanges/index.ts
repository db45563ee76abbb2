import { content } from './content.ts';
import type { Exchange } from './exchange.ts';
import { knowledgeGraph } from './knowledge-graph.ts';
import { search } from './search.ts';
import { structuredData } from './structured-data.ts';
import { workflow } from './workflow.ts';

/** An exchange for each operation, by name. */
export const exchanges: Readonly<Record<string, Exchange>> = {
  ...knowledgeGraph,
  ...structuredData,
  ...search,
  ...workflow,
  ...content,
};
