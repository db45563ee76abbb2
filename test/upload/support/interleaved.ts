import { describe, expect, test } from 'vitest';
import { createWorld, hashOf } from '../../support/interleaved-world.ts';

type World = ReturnType<typeof createWorld>;

const old = 'The bytes of the first version.';
const other = 'Bytes of another file, longer than those.';
const fresh = 'New bytes.';

function add(world: World, name: string, bytes: string): void {
  world.save(name, bytes);
  world.take(world.look(name));
}

async function drain(world: World): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    await world.finish();
    if (!(await world.step())) break;
  }
  await world.finish();
}

/** What the job that is interrupted is about: `a.txt`, beside `b.txt`, which is uploaded. */
const jobs: Record<string, (world: World) => Promise<void>> = {
  'a new file': async (world) => add(world, 'a.txt', fresh),
  'a file that was only touched': async (world) => {
    add(world, 'a.txt', old);
    await drain(world);
    add(world, 'a.txt', old);
  },
  'a copy of another file': async (world) => add(world, 'a.txt', other),
  'a newer version': async (world) => {
    add(world, 'a.txt', old);
    await drain(world);
    add(world, 'a.txt', fresh);
  },
  'a newer version with the bytes of another file': async (world) => {
    add(world, 'a.txt', old);
    await drain(world);
    add(world, 'a.txt', other);
  },
  'an upload whose slot was asked for in vain': async (world) => {
    add(world, 'a.txt', fresh);
    world.lost.add('enrich');
    await world.step();
  },
  'an upload whose PUT was not answered': async (world) => {
    add(world, 'a.txt', fresh);
    world.lost.add('put');
  },
};

/** What the watcher writes in the middle of it. Both at once, or what it hands over only later. */
const writes: Record<string, (world: World) => void> = {
  'other bytes are saved': (world) => {
    world.save('a.txt', 'Saved in the middle.');
    world.take(world.look('a.txt'));
  },
  'other bytes are saved in place, with size and time set back': (world) => {
    const { length } = world.disk.get('a.txt')?.bytes ?? '';
    world.save('a.txt', 'x'.repeat(length), { inPlace: true, hides: true });
    world.take(world.look('a.txt'));
  },
  'other bytes are saved and not taken yet': (world) => {
    world.save('a.txt', 'Saved in the middle.');
    world.look('a.txt');
  },
  'the file is touched': (world) => {
    world.save('a.txt', world.disk.get('a.txt')?.bytes ?? '', { inPlace: true });
    world.take(world.look('a.txt'));
  },
  'the bytes of the first version come back': (world) => {
    world.save('a.txt', old);
    world.take(world.look('a.txt'));
  },
  'the file is renamed': (world) => {
    world.rename('a.txt', 'c.txt');
    world.look('a.txt');
    world.take(world.look('c.txt'));
  },
  'the file is saved and renamed before it is taken': (world) => {
    world.save('a.txt', 'Saved in the middle.');
    world.look('a.txt');
    world.rename('a.txt', 'c.txt');
    world.look('a.txt');
    world.take(world.look('c.txt'));
  },
  'the file is renamed over another one': (world) => {
    world.rename('a.txt', 'b.txt');
    world.take(world.look('b.txt'));
    world.look('a.txt');
  },
  'another file is renamed over it': (world) => {
    world.rename('b.txt', 'a.txt');
    world.take(world.look('a.txt'));
    world.look('b.txt');
  },
  'the file is deleted': (world) => {
    world.disk.delete('a.txt');
    world.look('a.txt');
  },
  'the file is deleted, and another one takes its name': (world) => {
    world.disk.delete('a.txt');
    world.look('a.txt');
    world.rename('b.txt', 'a.txt');
    world.take(world.look('a.txt'));
    world.look('b.txt');
  },
  'the file is away for a moment': (world) => {
    const file = world.disk.get('a.txt');
    world.disk.delete('a.txt');
    world.look('a.txt');
    if (file) world.disk.set('a.txt', file);
    world.take(world.look('a.txt'));
  },
};

/** Runs the job with the write at its n-th await; false when it has no so many. */
async function interleave(job: string, write: string, at: number): Promise<boolean> {
  let awaits = Number.NEGATIVE_INFINITY;
  let wasWritten = false;
  const problems: string[] = [];
  const world: World = createWorld(() => {
    if (awaits++ === at) {
      wasWritten = true;
      writes[write]?.(world);
    }
    if (wasWritten && awaits > 0) problems.push(...world.broken());
  });
  try {
    add(world, 'b.txt', other);
    await drain(world);
    await jobs[job]?.(world);
    awaits = 0;
    await world.step();
    awaits = Number.NEGATIVE_INFINITY;
    // The pass of the watch that finds whatever its events missed, and all that is left to do.
    for (const name of ['a.txt', 'b.txt', 'c.txt']) world.take(world.look(name));
    await drain(world);
    problems.push(...world.broken());
    const files = [...new Set([...world.disk.values()].map(({ bytes }) => bytes))];
    const live = world.live();
    const lost = files.filter((bytes) => !live.includes(bytes)).map((bytes) => `lost: ${bytes}`);
    const twice = live
      .filter((bytes, index) => live.indexOf(bytes) !== index)
      .map((bytes) => `twice: ${bytes}`);
    problems.push(...lost, ...twice);
    for (const { name, disposition, sha256 } of world.rows().files)
      if (disposition === 'taken' && sha256 !== hashOf(world.disk.get(name)?.bytes ?? ''))
        problems.push(`the row of ${name} stands for other bytes`);
    expect(problems, `${job}; at await ${at} ${write}\n${JSON.stringify(world.rows(), null, 1)}`).toEqual([]);
  } finally {
    world.end();
  }
  return wasWritten;
}

/** Tests each job with each write, at every so many of its awaits; each pair begins at another one. */
export function testInterleaved(every: number): void {
  describe.each(Object.keys(jobs))('U8: while a job is at %s', (job) => {
    test.each([...Object.keys(writes).entries()])('%i: %s, at any of its awaits', async (first, write) => {
      let at = first % every;
      while (await interleave(job, write, at)) at += every;
      expect(at).toBeGreaterThan(5);
    });
  });
}
