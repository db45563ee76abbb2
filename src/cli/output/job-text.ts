import type { JobPhase, TakenJob } from '../follow-jobs.ts';
import { printable } from './format.ts';
import type { Voice } from './words.ts';

/** Work of another machine as it stands here: `Changing tags, started on ANNA: 10 of 12 done · 2 failed`. */
export function jobLine({ kind, askedBy, ...job }: TakenJob, phase: JobPhase, voice: Voice): string {
  const { paint, say } = voice;
  const { total, done, failed } = job;
  const text = printable(
    say(`cli.watch.job.${phase}`, {
      kind: say(`job.${kind}`),
      machine: askedBy,
      count: total - done - failed,
      done,
      total,
    }),
  );
  const more = failed > 0 ? [paint.bad(say('job.failures', { count: failed }))] : [];
  return [phase === 'done' && failed === 0 ? paint.good(text) : text, ...more].join(' · ');
}
