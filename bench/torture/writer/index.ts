import process from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { changeActions } from './change-actions.ts';
import { createActions } from './create-actions.ts';
import { createLane, type Lane } from './lane.ts';

/**
 * The writer: a process of its own that keeps changing the watched folders, by the seed. Each line on stdin
 * is one more life of the agent, and gives each lane some more to do, so that there is work from the first
 * life to the last; it ends when stdin does. Prints at its end one line of JSON: `{ versions: [sha256 of
 * every file that was whole at some time], files: [absolute path of every file it left] }`.
 */
const { values } = parseArgs({
  options: {
    inbox: { type: 'string', default: '' },
    replace: { type: 'string', default: '' },
    archive: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
const versions = new Set<string>();

/** Milliseconds between two actions of a lane. */
const restBetween = [20, 2_000] as const;

/** Actions of a lane before the first life, and for each life. */
const atFirst = 4;
const perLife = 1.5;

let lives = 0;
let isOver = false;
let next = Promise.withResolvers<void>();
const wake = () => {
  next.resolve();
  next = Promise.withResolvers();
};
createInterface({ input: process.stdin })
  .on('line', () => {
    lives += 1;
    wake();
  })
  .once('close', () => {
    isOver = true;
    wake();
  });

/** False when nothing more is to be done. */
async function mayGoOn(lane: Lane): Promise<boolean> {
  while (lane.step >= atFirst + lives * perLife) {
    if (isOver) return false;
    await next.promise;
  }
  return true;
}

async function work(lane: Lane, creates: number): Promise<Lane> {
  for (lane.step = 0; await mayGoOn(lane); lane.step++) {
    const action = lane.pick(lane.random() < creates ? createActions : changeActions);
    await action(lane);
    await lane.pause(...restBetween);
  }
  return lane;
}

const lanes = await Promise.all([
  work(createLane({ root: values.inbox, name: 'a' }, seed * 10 + 1, versions), 0.6),
  work(createLane({ root: values.inbox, name: 'b' }, seed * 10 + 2, versions), 0.5),
  work(createLane({ root: values.inbox, name: 'c' }, seed * 10 + 3, versions), 0.4),
  work(createLane({ root: values.replace, name: 'r' }, seed * 10 + 4, versions), 0.4),
  // Files that the agent moves away after the upload are left alone once made.
  work(createLane({ root: values.archive, name: 'm', handsOff: true }, seed * 10 + 5, versions), 1),
]);

const files = lanes.flatMap((lane) => lane.files.map((path) => lane.absolute(path)));
process.stdout.write(`${JSON.stringify({ versions: [...versions], files })}\n`);
