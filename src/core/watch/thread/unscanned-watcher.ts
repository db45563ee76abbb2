import { Readable } from 'node:stream';
import { FSWatcher } from 'chokidar';

/**
 * chokidar lists a directory it is given, and again at each event in it, and looks at every file, to know
 * what it had before. Nothing of that is used here: a comparison with the ledger does its own look
 * (docs/adr/0003). The method is not of chokidar's documented interface: a test holds that files are not
 * looked at and that events still come.
 */
export class UnscannedWatcher extends FSWatcher {
  override createScanStream(): ReturnType<FSWatcher['createScanStream']> {
    return Readable.from([]) as ReturnType<FSWatcher['createScanStream']>;
  }
}

/** A path as chokidar asks whether to ignore it: with forward slashes for all others, on every system. */
export function asAsked(path: string): string {
  return path.replaceAll('\\', '/');
}
