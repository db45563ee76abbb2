import { type CallName, type Calls, calls, type Handlers } from '#shared/bridge/contract.ts';
import { wrongInput } from '#shared/errors/wrong-input.ts';
import type { CoreContext } from '../engine/core-context.ts';
import { makeDurable } from './durable-calls.ts';

/** What stands before the dot in the name of a call. */
type AreaOf<N extends CallName> = N extends `${infer A}.${string}` ? A : never;
type Area = AreaOf<CallName>;
type HandlersOf<A extends Area> = Pick<Handlers, Extract<CallName, `${A}.${string}`>>;

const setup = async (context: CoreContext) => (await import('./setup-calls.ts')).setupCalls(context);
const operations = async (context: CoreContext) =>
  (await import('./operation-calls.ts')).operationCalls(await context.withServices());

const notes = async (context: CoreContext) =>
  (await import('./note-calls.ts')).noteCalls(await context.withServices());

/** The handlers of each area are loaded at its first call: a command asks for one or two of them. */
const areas: { readonly [A in Area]: (context: CoreContext) => Promise<HandlersOf<A>> } = {
  agent: async (context) => (await import('./agent-calls.ts')).agentCalls(context),
  folders: async (context) => (await import('./folder-calls.ts')).folderCalls(context),
  settings: setup,
  profiles: setup,
  key: setup,
  network: async (context) => (await import('./network-calls.ts')).networkCalls(await context.withServices()),
  team: async (context) => (await import('./team-calls.ts')).teamCalls(context),
  ledger: async (context) => (await import('./ledger-calls.ts')).ledgerCalls(context),
  uploads: async (context) => (await import('./upload-calls.ts')).uploadCalls(context),
  documents: async (context) =>
    (await import('./document-calls.ts')).documentCalls(await context.withServices()),
  connectors: async (context) =>
    (await import('./connector-calls.ts')).connectorCalls(await context.withServices()),
  operations,
  quotas: operations,
  tags: async (context) => (await import('./tag-calls.ts')).tagCalls(await context.withServices()),
  search: async (context) => (await import('./search-calls.ts')).searchCalls(await context.withServices()),
  notes,
  cite: notes,
  across: async (context) => (await import('./across-calls.ts')).acrossCalls(await context.withServices()),
};

type Load = (context: CoreContext) => Promise<Partial<Handlers>>;

/** The calls of the contract over a running core: input is parsed before a handler sees it. */
export function createHandlers(context: () => CoreContext): Calls {
  let known: { for: CoreContext; handlers: Map<Load, Promise<Partial<Handlers>>> } | undefined;

  function handlersOf(name: CallName): Promise<Partial<Handlers>> {
    const current = context();
    if (known?.for !== current) known = { for: current, handlers: new Map() };
    const { handlers } = known;
    const load: Load = areas[name.slice(0, name.indexOf('.')) as Area];
    let loading = handlers.get(load);
    if (loading === undefined) {
      loading = load(current);
      handlers.set(load, loading);
      // What failed is tried anew by the next call.
      loading.catch(() => handlers.delete(load));
    }
    return loading;
  }

  const entries = Object.entries(calls).map(([name, definition]) => [
    name,
    async (input: unknown) => {
      const parsed = definition.input.safeParse(input);
      if (!parsed.success) throw wrongInput(parsed.error, name);
      const handlers = await handlersOf(name as CallName);
      const handler = handlers[name as CallName] as (input: unknown) => Promise<unknown>;
      const answer = await handler(parsed.data);
      await makeDurable(name as CallName, context().ledger);
      return answer;
    },
  ]);
  return Object.fromEntries(entries) as Calls;
}
