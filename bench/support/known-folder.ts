import { setTimeout as wait } from 'node:timers/promises';
import type { UploadState } from '#shared/uploads/upload.ts';
import { type AgentProcess, withAgent } from './agent-process.ts';
import type { Wanted } from './agent-setup.ts';
import { finishUploads } from './finish-uploads.ts';

/**
 * Makes a data folder in which every file of the watch folders is known and completed: a real first run with
 * a paused queue, so that the agent itself writes the local files and uploads, then `finishUploads`.
 */
export async function makeKnown(wanted: Wanted, count: number): Promise<void> {
  await withAgent(wanted, async (agent) => {
    await agent.tell({ do: 'start', engine: 'none' });
    await agent.tell({ do: 'call', name: 'agent.pause', input: {} });
    await agent.tell({ do: 'stop' });
    await agent.tell({ do: 'start', engine: 'watch' });
    while ((await uploadsIn(agent, 'queued')) < count) await wait(100);
  });
  const finished = finishUploads(wanted.dataDirectory, wanted.sandbox);
  if (finished !== count) throw new Error(`${finished} of ${count} files were found by the first run`);
  await withAgent(wanted, async (agent) => {
    await agent.tell({ do: 'start', engine: 'none' });
    await agent.tell({ do: 'call', name: 'agent.resume', input: {} });
  });
}

export async function uploadsIn(agent: AgentProcess, state: UploadState): Promise<number> {
  const { value } = await agent.tell({ do: 'call', name: 'uploads.counts', input: {} });
  return (value as Partial<Record<UploadState, number>>)[state] ?? 0;
}
