import { isRecord } from './is-record.ts';

export interface BatchState {
  readonly isDone: boolean;
  /** Wall time in ms since the epoch, while the service tells one. */
  readonly expectedAt: number | undefined;
  readonly sentence: string;
}

const ended =
  /^(complete[d]?|done|finished|succe(ss|eded|ssful)|fail(ed|ure)|error(ed)?|cancell?ed|expired|aborted)$/i;

/**
 * How far a batch is (specification 4.13). The names of its fields are not shown, except
 * `estimated_completion_time`, which an answer carries while the job is in progress: so a status word that
 * ends things counts first, then that field, then whether results are there.
 */
export function batchState(value: unknown): BatchState {
  const fields = isRecord(value) ? value : {};
  const status = [fields.status, fields.state, fields.job_status].find((one) => typeof one === 'string');
  const time = fields.estimated_completion_time;
  const parsed = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  const expectedAt = Number.isNaN(parsed) ? undefined : parsed;
  const hasResults = Array.isArray(fields.results);
  const isDone =
    status !== undefined ? ended.test(status) : expectedAt === undefined && (hasResults || !isRecord(value));
  const said =
    status === undefined
      ? isDone
        ? 'The batch is done'
        : 'The batch is in progress'
      : `The batch is ${status}`;
  const when =
    isDone || expectedAt === undefined ? '' : `, expected at ${new Date(expectedAt).toISOString()}`;
  return { isDone, expectedAt: isDone ? undefined : expectedAt, sentence: `${said}${when}.` };
}
