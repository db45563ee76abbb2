import type { FolderHealth } from '#shared/bridge/folders.ts';
import { said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';

/** The health of a watch folder that is not watched, or not yet. */
export const notWatched: FolderHealth = {
  mode: 'off',
  why: speakEnglish(said('health.off')),
  said: said('health.off'),
  lastReconcileAt: null,
  counted: 0,
};
