import { Readable } from 'node:stream';
import { z } from 'zod';
import type { SandboxProcess } from '../sandbox-process.ts';

const answerSchema = z.object({
  counts: z.array(z.looseObject({ route: z.string().nullable(), count: z.number() })),
});

/** Counts of some dozens of routes, bytes. */
const longestAnswer = 1024 * 1024;

/** How many requests the sandbox's API origin has had, its own controls not counted. */
export async function countRequests({ baseUrl, apiKey }: SandboxProcess): Promise<number> {
  const answer = await fetch(`${baseUrl}/_sandbox/requests?origin=api&limit=1`, {
    headers: { 'x-api-key': apiKey },
  });
  const { readBody } = await import('#core/public/read-body.ts');
  const body = await readBody(answer.body ?? Readable.from([]), undefined, longestAnswer);
  const { counts } = answerSchema.parse(JSON.parse(body.toString('utf8')));
  return counts
    .filter(({ route }) => route === null || !route.startsWith('/_sandbox'))
    .reduce((sum, { count }) => sum + count, 0);
}
