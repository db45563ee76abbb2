import { z } from 'zod';

const answerSchema = z.object({
  counts: z.array(z.looseObject({ route: z.string().nullable(), count: z.number() })),
});

/** How many requests the sandbox's API origin has had, its own controls not counted. */
export async function countRequests(baseUrl: string): Promise<number> {
  const answer = await fetch(`${baseUrl}/_sandbox/requests?origin=api&limit=1`);
  const { counts } = answerSchema.parse(await answer.json());
  return counts
    .filter(({ route }) => route === null || !route.startsWith('/_sandbox'))
    .reduce((sum, { count }) => sum + count, 0);
}
