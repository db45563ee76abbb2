import { z } from 'zod';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { call, framed, member } from './statements.ts';

const count = z.number().int().nonnegative();
const seq = z.string().regex(/^\d+$/).transform(Number);
const tags = z.array(z.string());
const kind = z.enum(['tag', 'share', 'unshare', 'delete']);

/** Questions about jobs over documents (migration 0013). */
export const jobStatements = {
  offer: framed(
    'offer_job',
    9,
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('ours'), epoch: count }),
      z.object({ kind: z.literal('fenced') }),
    ]),
  ),
  report: framed('report_job', 5, z.object({ kind: z.enum(['written', 'fenced', 'unknown', 'cancelled']) })),
  take: framed(
    'take_job',
    2,
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('ours'),
        job: z.string(),
        epoch: count,
        jobKind: kind,
        options: z.object({ add: tags, remove: tags }),
        askedBy: z.string(),
        ageMs: count,
      }),
      z.object({ kind: z.literal('held'), by: member }),
      z.object({ kind: z.literal('over'), state: z.enum(['cancelled', 'done']) }),
      z.object({ kind: z.literal('none') }),
    ]),
  ),
  cancel: framed('cancel_job', 2, z.object({ kind: z.literal('written') })),
  open: call(
    'open_jobs',
    1,
    z.object({
      jobs: z.array(
        z.object({
          job: z.string(),
          jobKind: kind,
          askedBy: z.string(),
          ageMs: count,
          isStopped: z.boolean(),
          by: member.nullable(),
          total: count,
          done: count,
          failed: count,
        }),
      ),
    }),
  ),
  follow: call(
    'follow_job',
    3,
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('unknown') }),
      z.object({
        kind: z.literal('known'),
        state: z.enum(['running', 'stopped', 'cancelled', 'done']),
        by: member.nullable(),
        outcomes: z.array(
          z.object({
            seq,
            number: count,
            outcome: z.enum(['done', 'failed']),
            code: z.string().nullable(),
            detail: z.string().nullable(),
            by: member,
          }),
        ),
      }),
    ]),
  ),
  documents: call(
    'job_documents',
    3,
    z.object({
      documents: z.array(z.object({ number: count, contentId: contentIdSchema, fileName: z.string() })),
    }),
  ),
} as const;
