import { count, type Scene } from './scene.ts';
import { rushFile } from './staged-files.ts';

/** As many files as keep all places of a team busy for most of a minute. */
const filesOfRush = 60;

/**
 * All at once in all folders, so that every agent has more to send than it may. `round` is 1 or more; each
 * has files of its own.
 */
export function rush({ place: { folders }, staged, dealt }: Scene, round: number): void {
  const into = [folders.inbox, folders.replace, folders.archive];
  for (let number = 1; number <= filesOfRush; number += 1)
    staged.write(into[number % into.length] ?? folders.inbox, rushFile(round * 1_000 + number));
  count(dealt, 'rush');
}
