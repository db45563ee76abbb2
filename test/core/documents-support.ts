import { expect } from 'vitest';
import type { Core } from '#core/create-core.ts';
import type { DocumentFilter, DocumentJob, DocumentRow } from '#shared/bridge/documents.ts';
import { addUploads, type EngineFixture, idle, until } from '../support/engine-fixture.ts';

export const rowsOf = async (core: Core, filter: DocumentFilter = {}): Promise<DocumentRow[]> =>
  (await core.calls['documents.query']({ filter })).rows;
export const namesOf = async (core: Core, filter: DocumentFilter = {}) =>
  (await rowsOf(core, filter)).map(({ fileName }) => fileName).sort();

/** A document made by another program with the same key, or another key of the organization. */
export async function elsewhere(
  engine: EngineFixture,
  name: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const headers = { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' };
  const made = await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ file_name: name, ...more }),
  });
  const { id, url } = (await made.json()) as { id: string; url: string };
  expect((await fetch(url, { method: 'PUT', body: Buffer.from(`The text of ${name}.`) })).status).toBe(200);
  return id;
}

export async function patch(
  engine: EngineFixture,
  contentId: string,
  body: Record<string, unknown>,
): Promise<void> {
  const answer = await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents/${contentId}`, {
    method: 'PATCH',
    headers: { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

export async function refreshed(core: Core, full = false): Promise<string> {
  await core.calls['documents.refresh']({ full });
  let state = 'running';
  await until('the mirror is in step', async () => {
    state = (await core.calls['documents.mirror']({})).state;
    return state !== 'running';
  });
  return state;
}

export async function ended(core: Core, jobId: number): Promise<DocumentJob> {
  let job: DocumentJob | undefined;
  await until(`job ${jobId} ended`, async () => {
    job = (await core.calls['documents.jobs']({})).find(({ id }) => id === jobId);
    return job !== undefined && job.state !== 'running';
  });
  return job as DocumentJob;
}

export async function uploaded(
  engine: EngineFixture,
  names: readonly string[],
  options = {},
): Promise<{ core: Core; ids: number[] }> {
  const core = await engine.start();
  const ids = await addUploads(
    core,
    names.map((name) => engine.file(name)),
    options,
  );
  await idle(core);
  return { core, ids };
}
