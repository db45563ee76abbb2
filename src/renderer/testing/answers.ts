import { defaultSettings } from '#shared/settings/settings.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import type { FolderFiles, FolderState } from '#shared/bridge/folders.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { type Upload, uploadSchema } from '#shared/uploads/upload.ts';
import type { Handlers } from './fake-host.ts';

export const profile = profileSchema.parse({
  id: 'p1',
  name: 'Research',
  baseUrl: 'https://service.example',
});
export const folder = watchFolderSchema.parse({ id: 'f1', path: '/data/reports', profileId: 'p1' });

export function anUpload(changes: Partial<Upload> & { id: number }): Upload {
  return uploadSchema.parse({
    profileId: 'p1',
    folderId: 'f1',
    path: `/data/reports/report-${changes.id}.pdf`,
    fileName: `report-${changes.id}.pdf`,
    size: 1_500_000,
    sha256: null,
    state: 'completed',
    lane: 1,
    paused: false,
    attempts: 0,
    notBefore: 0,
    contentId: null,
    duplicateOf: null,
    replaces: null,
    code: null,
    detail: null,
    requestId: null,
    remoteStatus: null,
    remoteError: null,
    options: {},
    createdAt: Date.UTC(2026, 10, 20, 9, 30),
    updatedAt: Date.UTC(2026, 10, 20, 9, 31),
    landedAt: null,
    finishedAt: null,
    stuckSince: null,
    ...changes,
  });
}

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
    ...{ id, path: `sub/file-${id}.pdf`, size: 10, since: Date.now() - 3_600_000 },
    ...{ state: null, uploadId: null, dueAt: null, ...standing },
  };
}

export const status = {
  profile,
  keyPresent: true,
  paused: false,
  health: { state: 'idle', findings: [], attention: { total: 0, groups: [] }, waiting: 0, services: {} },
  counts: {},
  active: [],
  bytesPerSecond: 0,
  secondsLeft: null,
  budget: { limit: 500, used: 20, heldForMs: 0, waitsUntil: null },
  abandonedSlots: 0,
  agent: { process: 1, host: 'desk', since: '2026-11-01T08:00:00.000Z', engine: 'watch' },
};

export const settings = { ...defaultSettings(), profiles: [profile], activeProfileId: profile.id };

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
  'quotas.show': () => ({ subscriptionType: null, units: [], pagesLeft: null, more: {} }),
  'tags.list': () => [{ id: 'T1', name: 'Energy' }],
  'host.info': () => ({
    kind: 'agent',
    version: '0.1.0',
    platform: 'linux',
    canPickFolder: false,
    canShowInFolder: false,
  }),
  'host.completePath': () => ({ paths: [] }),
};
