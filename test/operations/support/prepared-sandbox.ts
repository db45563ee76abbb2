import type { ServiceClient } from '#core/service/client.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { createPacedClocks } from '../../support/paced-clock.ts';
import { until } from '../../support/until.ts';
import { clientOf, mustBe } from './operation-client.ts';
import { type SandboxCall, sandboxCalls } from './sandbox-calls.ts';

/** Seconds of sandbox and client in a real one: batches and documents take seconds there. */
const speed = 50;
export const uploadedText =
  'Apple Inc. reported record revenue on Tuesday. Revenue of Apple rose by five percent. Tim Cook was pleased.';

/** A sandbox with what the calls of all operations need to be there. */
export interface PreparedSandbox {
  readonly sandbox: Sandbox;
  readonly client: ServiceClient;
  /** What exists at the sandbox, by the name it has there. */
  readonly ids: Record<string, string>;
  /** A call of each operation. */
  readonly calls: Record<string, SandboxCall>;
  /** Time stands still at the sandbox until the returned function is called. */
  holdSandbox(): () => void;
  stop(): Promise<void>;
}

export async function prepareSandbox(
  options: Parameters<typeof startSandbox>[0] = {},
): Promise<PreparedSandbox> {
  const ids: Record<string, string> = {};
  const clocks = createPacedClocks(speed);
  const sandbox = await startSandbox({ enrichSeconds: [0.1, 0.2], clock: clocks.sandbox, ...options });
  const client = clientOf(sandbox.baseUrl, {
    agentsUrl: sandbox.agentsUrl,
    key: sandbox.apiKey,
    clock: clocks.core,
  });
  const { call } = client.operations;
  for (const name of ['document', 'doomed'])
    ids[name] = await upload(client, `${name}.txt`, `${uploadedText} ${name}`);
  const create = client.operations.methods['connectors.create'];
  for (const name of ['connector', 'doomedConnector']) {
    const body = { type: 'email', label: name, config: { allowed_emails: ['ann@example.com'] } };
    const made = await create({ body });
    ids[name] = (made.ok ? made.value.typed?.connector_id : undefined) ?? '';
  }
  const body = { type: 'investment_research', label: 'r', config: { user_id: 'a', user_password: 'b' } };
  const research = await create({ body });
  ids.research = (research.ok ? research.value.typed?.connector_id : undefined) ?? '';
  for (const name of ['template', 'doomedTemplate']) {
    const made = mustBe(await call('workflow.templates.create', { body: { name } }));
    ids[name] = String((made.value as { id: string }).id);
  }
  const batch = mustBe(await call('search.batches.create', {}));
  ids.batch = String((batch.value as { batch_id: string }).batch_id);
  const found = mustBe(await call('knowledge-graph.companies', { body: { query: 'apple' } }));
  const company = (found.value as { results: Record<string, string[]>[] }).results[0];
  ids.cusip = company?.cusip_values?.[0] ?? '';
  ids.isin = company?.isin_values?.[0] ?? '';
  return {
    sandbox,
    client,
    ids,
    calls: sandboxCalls(ids),
    holdSandbox: clocks.holdSandbox,
    async stop() {
      client.close();
      await sandbox.stop();
      clocks.stop();
    },
  };
}

async function upload(client: ServiceClient, name: string, content: string): Promise<string> {
  const person = { priority: 'person' } as const;
  const slot = await client.documents.enrich({ file_name: name }, person);
  if (!slot.ok) throw slot.failure.error;
  const bytes = Buffer.from(content);
  await client.storage.put(slot.value.url, { kind: 'buffer', bytes });
  await until('it is completed', async () => {
    const document = await client.documents.get(slot.value.id, person);
    return document.ok && document.value.status === 'completed';
  });
  return slot.value.id;
}
