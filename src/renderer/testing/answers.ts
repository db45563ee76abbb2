import type { FolderFiles, FolderState } from '#shared/bridge/folders.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { version } from '#shared/version.ts';
import { settings, status } from '#shared/testing/samples.ts';
import type { Handlers } from './fake-host.ts';

export { anUpload, profile, settings, status } from '#shared/testing/samples.ts';

export const folder = watchFolderSchema.parse({ id: 'f1', path: '/data/reports', profileId: 'p1' });

export function aFolderState(changes: Partial<FolderState['coverage']> = {}): FolderState {
  return {
    folder,
    vanished: [],
    coverage: {
      seen: 0,
      searchable: 0,
      inProgress: 0,
      ignored: 0,
      attention: 0,
      waiting: 0,
      ignoredBy: {},
      attentionBy: {},
      waitingBy: {},
      ...changes,
    },
    health: { mode: 'native', why: 'Changes are seen at once.', lastReconcileAt: null, counted: 0 },
  };
}

type FileRow = FolderFiles['rows'][number];

/** A local file as a folder's list has it, an hour old. */
export function aFile(id: number, standing: Partial<FileRow> & Pick<FileRow, 'place' | 'reason'>): FileRow {
  return {
    id,
    path: `sub/file-${id}.pdf`,
    size: 10,
    since: Date.now() - 3_600_000,
    state: null,
    uploadId: null,
    dueAt: null,
    ...standing,
  };
}

export const emptyPreview = {
  seen: 0,
  upload: 0,
  uploadBytes: 0,
  taken: 0,
  duplicate: 0,
  ignored: 0,
  held: 0,
  ignoredBy: {},
  heldBy: {},
  rows: [],
};

/** A team that is set up, with nothing to do; a test replaces what it is about. */
export const answers: Handlers = {
  'agent.status': () => status,
  'agent.pause': () => ({ paused: true }),
  'agent.resume': () => ({ paused: false }),
  'settings.get': () => ({ settings, keysPresent: { p1: true } }),
  'settings.update': () => settings,
  'folders.list': () => [],
  'folders.preview': () => emptyPreview,
  'folders.files': () => ({ total: 0, rows: [] }),
  'uploads.list': () => ({ total: 0, rows: [] }),
  'notes.list': () => ({ total: 0, counts: { exact: 0, approximate: 0, waiting: 0, orphan: 0 }, rows: [] }),
  'quotas.show': () => ({ subscriptionType: null, units: [], pagesLeft: null, more: {} }),
  'tags.list': () => [{ id: 'T1', name: 'Energy' }],
  'documents.senders': () => ({ machines: [], persons: [] }),
  'host.info': () => ({
    kind: 'agent',
    version,
    platform: 'linux',
    canPickFolder: false,
    canShowInFolder: false,
    canStartAtLogin: false,
  }),
  'host.completePath': () => ({ paths: [] }),
  'network.show': () => ({ settings: settings.network, route: null }),
};
