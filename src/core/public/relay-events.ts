import type { EventName, EventPayload } from '#shared/bridge/contract.ts';
import type { Core } from '../create-core.ts';

/** Sends one event to every page. */
export type SendEvent = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

/**
 * Events are gathered for so many milliseconds, so that a burst of ten thousand files is a few messages and
 * no flood.
 */
const gatherFor = 100;

/** Passes core's events on to pages, gathered; returns the way to stop. */
export function relayEvents(core: Pick<Core, 'on'>, send: SendEvent): () => void {
  let status: EventPayload<'status.changed'> | undefined;
  /** Empty where something changed and nobody says which; undefined where nothing did. */
  let uploads: Set<number> | undefined;
  let folders = new Set<string>();
  let documents = false;
  let jobs = new Set<number>();
  let gatherings = new Set<string>();
  let noted = new Set<string>();
  let streams = new Map<string, EventPayload<'operations.streamed'>>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    timer = undefined;
    if (status !== undefined) send('status.changed', status);
    if (uploads !== undefined) send('uploads.changed', { ids: [...uploads] });
    for (const folderId of folders) send('folders.changed', { folderId });
    if (documents) send('documents.changed', {});
    for (const jobId of jobs) send('jobs.changed', { jobId });
    documents = false;
    jobs = new Set();
    for (const gatheringId of gatherings) send('across.changed', { gatheringId });
    gatherings = new Set();
    if (noted.size > 0) send('notes.changed', { contentIds: [...noted] });
    noted = new Set();
    for (const payload of streams.values()) send('operations.streamed', payload);
    streams = new Map();
    status = undefined;
    uploads = undefined;
    folders = new Set();
  };
  const soon = () => {
    timer ??= setTimeout(flush, gatherFor);
  };
  const stops = [
    core.on('status.changed', (payload) => {
      status = payload;
      soon();
    }),
    core.on('uploads.changed', ({ ids }) => {
      uploads = new Set([...(uploads ?? []), ...ids]);
      soon();
    }),
    core.on('folders.changed', ({ folderId }) => {
      folders.add(folderId);
      soon();
    }),
    core.on('documents.changed', () => {
      documents = true;
      soon();
    }),
    core.on('jobs.changed', ({ jobId }) => {
      jobs.add(jobId);
      soon();
    }),
    core.on('across.changed', ({ gatheringId }) => {
      gatherings.add(gatheringId);
      soon();
    }),
    core.on('notes.changed', ({ contentIds }) => {
      for (const contentId of contentIds) noted.add(contentId);
      soon();
    }),
    core.on('operations.streamed', (payload) => {
      const { pieces = [] } = streams.get(payload.streamId) ?? {};
      streams.set(payload.streamId, { ...payload, pieces: [...pieces, ...payload.pieces] });
      soon();
    }),
    // Rare, and each end is to be told.
    core.on('connectors.changed', (payload) => send('connectors.changed', payload)),
  ];
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  };
}
