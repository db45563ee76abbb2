import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const keptSchema = z.strictObject({
  /** What the mistake is, in words; unique. */
  name: z.string().min(1),
  file: z.string().startsWith('src/'),
  /** Part of one line, found exactly once in the file. */
  find: z
    .string()
    .min(1)
    .regex(/^[^\n]+$/),
  /** What stands there instead; may be empty. */
  replace: z.string().regex(/^[^\n]*$/),
  /** Test files of which at least one must fail. */
  tests: z.array(z.string()).min(1),
  /** Only tests whose full name matches this pattern: what makes the run short. */
  test: z.string().optional(),
});

export type KeptMutation = z.infer<typeof keptSchema>;

/** All kept mutations, in the order of their files. @throws where a file is odd or a name is taken twice */
export function readKept(): KeptMutation[] {
  const folder = new URL('./kept/', import.meta.url);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const all = files.flatMap((name) =>
    z
      .array(keptSchema)
      .min(1)
      .parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
  );
  const names = all.map((one) => one.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two kept mutations are called "${twice}"`);
  return all;
}

/**
 * Every fourth, and which ones the hash of the commit says: a clone may be shallow, and then it cannot tell
 * how many commits there were. Each commit draws anew, so that each quarter is run about every fourth commit.
 */
export function thisQuarter(all: readonly KeptMutation[]): KeptMutation[] {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
    cwd: new URL('./', import.meta.url),
    encoding: 'utf8',
  });
  const turn = Number.parseInt(commit.slice(0, 8), 16) % 4;
  return all.filter((_, index) => index % 4 === turn);
}
