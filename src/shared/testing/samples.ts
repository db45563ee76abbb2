import { profileSchema } from '../settings/profile.ts';
import { defaultSettings } from '../settings/settings.ts';
import { type Upload, uploadSchema } from '../uploads/upload.ts';

/**
 * One profile, its settings, and an agent with nothing to do: what a page asks for before it shows anything.
 */
export const profile = profileSchema.parse({
  id: 'p1',
  name: 'Research',
  baseUrl: 'https://service.example',
});

export const settings = { ...defaultSettings(), profiles: [profile], activeProfileId: profile.id };

/** Nothing is to be done, and nothing is wrong. */
export const well = {
  state: 'idle',
  findings: [],
  attention: { total: 0, groups: [] },
  waiting: 0,
  services: {},
  teams: {},
};

export const status = {
  profile,
  keyPresent: true,
  paused: false,
  health: well,
  counts: {},
  active: [],
  bytesPerSecond: 0,
  secondsLeft: null,
  budget: { limit: 500, used: 20, heldForMs: 0, waitsUntil: null },
  abandonedSlots: 0,
  agent: { process: 1, host: 'desk', since: '2026-11-01T08:00:00.000Z', engine: 'watch' },
};

/** A completed upload, with what the test cares about. */
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
