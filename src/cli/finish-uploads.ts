import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { unsentStates } from '#shared/uploads/open-states.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { type FollowEnd, follow, type Goal, nothingFound } from './follow.ts';
import { lookAtDocuments } from './look-at-documents.ts';
import { printable } from './output/format.ts';
import type { Words } from './output/words.ts';
import { adviceLines, troubleOf, uploadLine } from './output/upload-text.ts';
import type { QueueSession } from './queue-session.ts';
import { uploadsById } from './uploads-of.ts';

export interface Finished {
  readonly outcome: ExitClass;
  readonly uploads: readonly Upload[];
  readonly summary: Summary;
  /**
   * Uploads that have the bytes of a duplicate among these, but need the user: the service could not process
   * their document, or someone deleted it there.
   */
  readonly unfinished: readonly Upload[];
}

export interface Summary {
  readonly uploads: number;
  readonly completed: number;
  readonly processing: number;
  readonly duplicates: number;
  readonly failed: number;
  readonly waiting: number;
  readonly bytes: number;
}

/**
 * Sees uploads through, also if another process works on them: until their bytes have landed, with `wait`
 * until the service has finished with them.
 */
export async function finishUploads(
  session: QueueSession,
  ids: readonly number[],
  wait: boolean,
): Promise<Finished> {
  const { calls, output, handedOver } = session;
  if (handedOver !== null) {
    output.hint(output.say('cli.upload.handedOver', { agent: handedOver }));
  }
  const goal = wait ? 'finished' : 'landed';
  const see = (wanted: readonly number[]): Promise<FollowEnd> =>
    handedOver === null ? follow(session, wanted, goal) : followAgent(session, wanted, goal);
  let end = await see(await goingOf(calls, ids));
  // A duplicate is uploaded once the upload that has its bytes is.
  const originals = originalIds(await uploadsById(calls, ids));
  if (end === 'reached') end = await see(await goingOf(calls, originals));
  const uploads = await uploadsById(calls, ids);
  const held = await lookedAtOriginals(session, uploads);
  const summary = summarize(uploads, held);
  const unfinished = held.filter(({ state }) => state === 'attention');
  const ended = outcomeOf(summary, end);
  const outcome = unfinished.length > 0 && ended === 'ok' ? 'partial' : ended;
  return { outcome, uploads, summary, unfinished };
}

/** The uploads to wait for: those that are not paused, neither alone nor with their watch folder. */
async function goingOf(calls: QueueSession['calls'], ids: readonly number[]): Promise<number[]> {
  const { folders } = (await calls['settings.get']({})).settings;
  const isPaused = ({ paused, folderId }: Upload) =>
    paused || folders.some((folder) => folder.paused && folder.id === folderId);
  return (await uploadsById(calls, ids)).filter((upload) => !isPaused(upload)).map(({ id }) => id);
}

/** The uploads that have the bytes of the duplicates among these. */
function originalIds(uploads: readonly Upload[]): number[] {
  const ids = uploads.flatMap(({ state, duplicateOf }) =>
    state === 'duplicate' && duplicateOf !== null ? [duplicateOf] : [],
  );
  return [...new Set(ids)];
}

/**
 * Nothing was sent of a duplicate; that its document is there is asked, so that nobody goes away believing
 * it.
 */
async function lookedAtOriginals(session: QueueSession, uploads: readonly Upload[]): Promise<Upload[]> {
  const ids = originalIds(uploads);
  await lookAtDocuments(session, await uploadsById(session.calls, ids));
  return uploadsById(session.calls, ids);
}

function isGone({ code }: Upload): boolean {
  return code === 'DOCUMENT_GONE';
}

/** What helps each kind of failure, once, with the command for the first of them. */
function sayAdvice(output: QueueSession['output'], uploads: readonly Upload[]): void {
  const said = new Set<string>();
  for (const upload of uploads) {
    if (upload.code === null || said.has(upload.code)) continue;
    said.add(upload.code);
    for (const line of adviceLines(upload, output)) output.note(printable(line));
  }
}

/** Milliseconds between looks whether the agent that has the work still runs. */
const lookForAgentEvery = 3_000;

/** Waits for what another agent does; when that agent ends, this process goes on with the work itself. */
async function followAgent(session: QueueSession, ids: readonly number[], goal: Goal): Promise<FollowEnd> {
  const { interrupted } = session.environment;
  const found = nothingFound();
  for (;;) {
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(lookForAgentEvery)]);
    const end = await follow(session, ids, goal, { signal, found });
    if (end !== 'interrupted' || interrupted.aborted) return end;
    const own = await session.takeOver();
    if (own === null) continue;
    session.output.hint(session.output.say('cli.upload.takenOver'));
    try {
      return await follow(own, ids, goal, { found });
    } finally {
      await own.end();
    }
  }
}

/**
 * Lines and a summary for people; on a terminal the lines of what went well are left out when there are many.
 */
export function sayFinished({ output }: QueueSession, { uploads, summary, unfinished }: Finished): void {
  const many = output.terminal && uploads.length > 20;
  for (const upload of uploads) {
    const text = uploadLine(upload, output);
    if (upload.state === 'attention') output.alert(text);
    else if (!many) output.line(text);
  }
  sayAdvice(output, uploads);
  for (const upload of unfinished) {
    const sentence = isGone(upload) ? 'cli.upload.gone' : 'cli.upload.unfinished';
    const why = printable(troubleOf(upload, output));
    output.note(output.say(sentence, { id: String(upload.id), why }));
  }
  // The sentence of a deleted document already names the command.
  sayAdvice(
    output,
    unfinished.filter((upload) => !isGone(upload)),
  );
  output.line(summaryText(summary, output));
  if (summary.waiting > 0) {
    output.note(output.say('cli.upload.waiting', { count: summary.waiting }));
  }
}

export function summarize(uploads: readonly Upload[], originals: readonly Upload[] = []): Summary {
  const withBytes = new Map(originals.map((upload) => [upload.id, upload]));
  // A duplicate whose bytes are not at the service counts as the upload that has them.
  const standing = uploads.map((upload) => {
    const original =
      upload.state === 'duplicate' ? withBytes.get(upload.duplicateOf ?? Number.NaN) : undefined;
    return original === undefined || isAtService(original) ? upload.state : original.state;
  });
  const count = (...states: Upload['state'][]) => standing.filter((state) => states.includes(state)).length;
  // Uploads in these states landed before they were withdrawn or queued again.
  const before: readonly Upload['state'][] = [...unsentStates, 'cancelling', 'cancelled'];
  const landed = uploads.filter(({ landedAt, state }) => landedAt !== null && !before.includes(state));
  return {
    uploads: uploads.length,
    completed: count('completed'),
    processing: count('processing'),
    duplicates: count('duplicate'),
    failed: count('attention', 'cancelled'),
    waiting: count(...unsentStates, 'cancelling'),
    bytes: landed.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Whether the service has, or had, the bytes of an upload. */
function isAtService({ state, landedAt }: Upload): boolean {
  if (state === 'attention') return landedAt !== null;
  return state === 'processing' || state === 'completed' || state === 'duplicate';
}

function summaryText(summary: Summary, { say, bytes }: Words): string {
  const { completed, processing, duplicates, failed } = summary;
  const parts = [say('cli.upload.sent', { count: summary.uploads, bytes: bytes(summary.bytes) })];
  if (completed > 0) parts.push(say('cli.sum.completed', { count: String(completed) }));
  if (processing > 0) parts.push(say('cli.sum.processing', { count: String(processing) }));
  if (duplicates > 0) parts.push(say('cli.sum.duplicates', { count: duplicates }));
  if (failed > 0) parts.push(say('cli.sum.failed', { count: String(failed) }));
  return `${parts.join(' · ')}.`;
}

function outcomeOf(summary: Summary, end: FollowEnd): ExitClass {
  // A pause counts as not done: a script may delete its files after 0.
  return summary.failed > 0 || summary.waiting > 0 || end !== 'reached' ? 'partial' : 'ok';
}
