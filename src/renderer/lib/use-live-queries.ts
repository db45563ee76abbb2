import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { EventName, PageCallName } from '#shared/bridge/contract.ts';
import { askAgain } from './ask-again.ts';
import { useHost } from './bridge/host-context.tsx';
import { useProfiles } from './use-profiles.ts';

const uploads: PageCallName[] = [
  'uploads.list',
  'uploads.show',
  'uploads.counts',
  'agent.status',
  'folders.list',
];

const documents: PageCallName[] = [
  'documents.query',
  'documents.detail',
  'documents.senders',
  'documents.mirror',
];

/** Which answers an event makes old. */
const touched: Readonly<Record<EventName, readonly PageCallName[]>> = {
  'status.changed': ['agent.status', 'settings.get', 'team.show'],
  'uploads.changed': [...uploads, ...documents, 'folders.files'],
  'folders.changed': ['folders.list', 'folders.files', 'agent.status', 'settings.get'],
  'documents.changed': documents,
  'jobs.changed': ['documents.jobs', 'documents.jobItems'],
  'operations.streamed': [],
  'across.changed': ['across.open', 'across.entities', 'across.documents', 'across.unread'],
  'notes.changed': ['notes.list'],
  'connectors.changed': ['connectors.list', 'connectors.known', 'connectors.show'],
};

/** Thousands of files change thousands of times: pages ask again at most this often, milliseconds. */
const atMostEvery = 500;

/** Asks again for what events say has changed. Mounted once. */
export function useLiveQueries(): void {
  const host = useHost();
  const client = useQueryClient();
  const activeId = useProfiles().active?.id;
  // When another window or a command switched, what is on screen belongs to another service.
  useEffect(() => (activeId ? () => askAgain(client) : undefined), [activeId, client]);
  useEffect(() => {
    const waiting = new Set<PageCallName>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      for (const name of waiting) askAgain(client, { queryKey: [name] });
      waiting.clear();
    };
    const stops = (Object.keys(touched) as EventName[]).map((event) =>
      host.on(event, () => {
        for (const name of touched[event]) waiting.add(name);
        timer ??= setTimeout(flush, atMostEvery);
      }),
    );
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
    };
  }, [host, client]);
}
