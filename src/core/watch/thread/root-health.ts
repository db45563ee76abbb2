import type { FolderHealth } from '#shared/bridge/folders.ts';
import type { Said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { healthSentences } from './health.ts';
import type { FromThread } from './protocol.ts';

/** How often progress is told. Milliseconds. */
const progressEvery = 100;

export interface RootHealth {
  /** Told when it is another than before. */
  say(mode: FolderHealth['mode'], why: Said): void;
  /** Tells the remarks, if they are others than before. */
  remark(): void;
  /** How many entries a pass has come across; `last` is told at once. */
  progress(counted: number, last: boolean): void;
  /** Wall time of the end of a whole pass, ms; told with what is said next. */
  passed(at: number): void;
}

/** How a watch folder is doing, as the thread tells it. */
export function createRootHealth(
  folderId: string,
  post: (message: FromThread) => void,
  remarksNow: () => Said[],
): RootHealth {
  let progressAt = 0;
  let told = '';
  let health: FolderHealth = {
    mode: 'starting',
    why: speakEnglish(healthSentences.starting),
    said: healthSentences.starting,
    lastReconcileAt: null,
    counted: 0,
  };
  function say(mode: FolderHealth['mode'], why: Said): void {
    const remarks = remarksNow();
    const sentences = [why, ...remarks].map(speakEnglish).join(' ');
    health = { ...health, mode, why: sentences, said: why, remarks };
    const telling = JSON.stringify({ ...health, counted: 0 });
    if (telling === told) return;
    told = telling;
    post({ type: 'health', folderId, health });
  }

  return {
    say,
    remark: () => say(health.mode, health.said ?? healthSentences.starting),
    progress(counted, last) {
      const now = performance.now();
      if (!last && now - progressAt < progressEvery) return;
      progressAt = now;
      health = { ...health, counted };
      post({ type: 'progress', folderId, counted });
    },
    passed(at) {
      health = { ...health, lastReconcileAt: Math.round(at) };
    },
  };
}
