import { count, type Scene } from './scene.ts';
import { rushFile } from './staged-files.ts';

/** As many files as keep all places of a team busy for most of a minute. */
const filesOfRush = 60;

/** All at once in all folders, so that every agent has more to send than it may. */
export function rush({ place: { folders }, staged, dealt }: Scene): void {
  const into = [folders.inbox, folders.replace, folders.archive];
  for (let number = 1; number <= filesOfRush; number += 1)
    staged.write(into[number % into.length] ?? folders.inbox, rushFile(number));
  count(dealt, 'rush');
}
