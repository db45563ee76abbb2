import type { Bridge } from '#shared/bridge/contract.ts';
import type { Host } from './host.ts';

/** What the preload exposes as `window.sluice`. */
export interface PreloadBridge extends Bridge {
  /** Paths of dropped or chosen files and folders, in order; taken in the preload, never from the page. */
  pathsOf(files: readonly File[]): string[];
}

/** The desktop app: every file has a path, so nothing is copied. */
export function createAppHost(preload: PreloadBridge): Host {
  return {
    call: (name, input) => preload.call(name, input),
    on: (name, listener) => preload.on(name, listener),
    filesOf: async (transfer) => [...transfer.files],
    takeFiles: async (files) => preload.pathsOf(files).filter((path) => path !== ''),
  };
}
