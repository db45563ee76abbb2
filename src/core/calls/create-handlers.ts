import { type CallName, type Calls, calls, type Handlers } from '#shared/bridge/contract.ts';
import { wrongInput } from '#shared/errors/wrong-input.ts';
import type { CoreContext } from '../engine/core-context.ts';
import { acrossCalls } from './across-calls.ts';
import { agentCalls } from './agent-calls.ts';
import { connectorCalls } from './connector-calls.ts';
import { documentCalls } from './document-calls.ts';
import { folderCalls } from './folder-calls.ts';
import { ledgerCalls } from './ledger-calls.ts';
import { operationCalls } from './operation-calls.ts';
import { searchCalls } from './search-calls.ts';
import { setupCalls } from './setup-calls.ts';
import { tagCalls } from './tag-calls.ts';
import { makeDurable } from './durable-calls.ts';
import { uploadCalls } from './upload-calls.ts';

/** The calls of the contract over a running core: input is parsed before a handler sees it. */
export function createHandlers(context: () => CoreContext): Calls {
  let known: { for: CoreContext; handlers: Handlers } | undefined;

  function handlers(): Handlers {
    const current = context();
    if (known?.for !== current) {
      known = {
        for: current,
        handlers: {
          ...agentCalls(current),
          ...folderCalls(current),
          ...setupCalls(current),
          ...ledgerCalls(current),
          ...uploadCalls(current),
          ...documentCalls(current),
          ...connectorCalls(current),
          ...operationCalls(current),
          ...tagCalls(current),
          ...searchCalls(current),
          ...acrossCalls(current),
        },
      };
    }
    return known.handlers;
  }

  const entries = Object.entries(calls).map(([name, definition]) => [
    name,
    async (input: unknown) => {
      const parsed = definition.input.safeParse(input);
      if (!parsed.success) throw wrongInput(parsed.error, name);
      const handler = handlers()[name as CallName] as (input: unknown) => Promise<unknown>;
      const answer = await handler(parsed.data);
      await makeDurable(name as CallName, context().ledger);
      return answer;
    },
  ]);
  return Object.fromEntries(entries) as Calls;
}
