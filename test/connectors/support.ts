import type { ConnectorEnded } from '#shared/bridge/connectors.ts';
import type { EventPayload } from '#shared/bridge/contract.ts';
import type { Core } from '#core/create-core.ts';
import { type EngineFixture, type EngineOptions, createEngine } from '../support/engine-fixture.ts';
import { type Override, startRecordingProxy } from './recording-proxy.ts';

/** Core over a sandbox, with every request to the API and its body on record. */
export async function createConnectors(options: EngineOptions = {}, override?: Override) {
  const engine = await createEngine(options);
  const proxy = await startRecordingProxy(engine.sandbox.baseUrl, override);
  await engine.settings.update((settings) => ({
    ...settings,
    profiles: settings.profiles.map((profile) => ({ ...profile, baseUrl: proxy.baseUrl })),
  }));
  // The key was given for the sandbox's own address.
  await engine.giveKey(engine.sandbox.apiKey);
  return { ...engine, proxy };
}

/** What core told of connectors so far, and how what was followed ended. */
export function listen(core: Core) {
  const events: EventPayload<'connectors.changed'>[] = [];
  core.on('connectors.changed', (event) => events.push(event));
  return {
    events,
    ended: (connectorId: string): ConnectorEnded[] =>
      events.flatMap((event) => (event.connectorId === connectorId && event.ended ? [event.ended] : [])),
  };
}

/** A document library, made where people make them: not by Sluice. */
export async function makeLibrary(engine: EngineFixture, label = 'Library'): Promise<string> {
  const answer = await fetch(`${engine.sandbox.baseUrl}/contents/v1/connectors`, {
    method: 'POST',
    headers: { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'document_library', label, config: { session_id: 'from-the-console' } }),
  });
  return ((await answer.json()) as { connector_id: string }).connector_id;
}
