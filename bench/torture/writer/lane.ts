import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../../src/sandbox/random.ts';
import { contentOf, sha256Of } from './content.ts';
import { extensions } from './names.ts';

/**
 * One pair of hands: works on files of its own, one action after the other, so that its files depend on the
 * seed alone.
 */
export interface Lane {
  readonly root: string;
  /** Part of every name, so that lanes never meet. */
  readonly name: string;
  /** Paths relative to the root, of the whole files there now. */
  readonly files: string[];
  random(): number;
  /** A whole number from `least` up to, without, `most`. */
  between(least: number, most: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Waits between `least` and `most` milliseconds. */
  pause(least: number, most: number): Promise<void>;
  /** A name nobody has, somewhere below the root. */
  newPath(extension?: string): string;
  newContent(path: string, size: number): Buffer;
  /** Says that these bytes are a whole file: call before the last of them is written. */
  publish(bytes: Uint8Array): void;
  absolute(path: string): string;
  /** How many actions were done before this one. */
  step: number;
  /** Its files may be moved away by the agent: they are made and not touched again. */
  readonly handsOff: boolean;
}

const folders = ['', '', 'in', 'in/2024', 'in/2024/q3', 'from mail'];

export function createLane(
  { root, name, handsOff = false }: { root: string; name: string; handsOff?: boolean },
  seed: number,
  versions: Set<string>,
): Lane {
  const random = seededRandom(seed);
  let serial = 0;
  const lane: Lane = {
    root,
    name,
    handsOff,
    files: [],
    step: 0,
    random,
    between: (least, most) => least + Math.floor(random() * (most - least)),
    pick: (choices) => choices[Math.floor(random() * choices.length)] as (typeof choices)[number],
    pause: (least, most) => wait(lane.between(least, most)).then(() => undefined),
    newPath(extension) {
      serial += 1;
      const folder = lane.pick(folders);
      const path = join(folder, `${name}-${serial}${extension ?? lane.pick(extensions)}`);
      mkdirSync(dirname(lane.absolute(path)), { recursive: true });
      return path;
    },
    newContent(path, size) {
      serial += 1;
      return contentOf(`${name} ${serial}`, size, path);
    },
    publish: (bytes) => void versions.add(sha256Of(bytes)),
    absolute: (path) => join(root, path),
  };
  return lane;
}
