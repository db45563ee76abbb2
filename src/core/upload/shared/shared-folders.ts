import { createFirstReaders, type FirstReaders } from './first-readers.ts';
import { createSharedReading, type SharedReading, type SharedReadingContext } from './shared-reading.ts';

/** What an engine shares with other machines of its team that have the same folders. */
export interface SharedFolders extends SharedReading, Pick<FirstReaders, 'turn' | 'ofFolder'> {}

export function createSharedFolders(context: SharedReadingContext): SharedFolders {
  const readers = createFirstReaders(context);
  return { ...readers, ...createSharedReading(context, readers) };
}
