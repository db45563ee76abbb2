import { type Said, said } from '../spoken/said.ts';
import { isRecord } from './is-record.ts';

export interface BatchState {
  readonly isDone: boolean;
  /** Wall time in ms since the epoch, while the service tells one. */
  readonly expectedAt: number | undefined;
  readonly said: Said;
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
  const waitsFor = isDone ? undefined : expectedAt;
  const when = waitsFor === undefined ? undefined : new Date(waitsFor).toISOString();
  return { isDone, expectedAt: waitsFor, said: saidOf({ isDone, status, when }) };
}

interface Told {
  readonly isDone: boolean;
  readonly status: string | undefined;
  readonly when: string | undefined;
}

function saidOf({ isDone, status, when }: Told): Said {
  if (status === undefined) {
    if (isDone) return said('remark.batchDone');
    return when === undefined ? said('remark.batchRunning') : said('remark.batchRunningUntil', { when });
  }
  return when === undefined
    ? said('remark.batchIs', { status })
    : said('remark.batchIsUntil', { status, when });
}
