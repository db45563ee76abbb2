import type { AgentStatus } from '#shared/bridge/agent.ts';
import { clockTime, printable } from './format.ts';
import { findingMessage } from './health-text.ts';
import type { Paint } from './paint.ts';
import { countsText } from './upload-text.ts';
import { pad, shorten, textWidth } from './width.ts';
import type { Voice, Words } from './words.ts';

/** Columns of a bar: half of it where the terminal is narrow. */
const barWidth = 20;
const narrow = 100;
/** Files shown one by one; more would push the rest of the terminal away. */
const mostFiles = 8;
/** Share of a new measurement in the smoothed rate. */
const smoothing = 0.3;

/** `━━━━━━╌╌╌╌`; `share` is 0…1. */
export function bar(share: number, width: number, paint: Paint): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width);
  return paint.good('━'.repeat(full)) + paint.dim('╌'.repeat(width - full));
}

interface Measured {
  readonly at: number;
  readonly bytes: number;
  readonly rate: number;
}

/** The live text under a queue: a bar a file with rate and time left, then the queue as a whole. */
export interface ProgressView {
  /** @param now monotonic milliseconds */
  render(status: AgentStatus, width: number, now: number): string;
}

export function createProgressView(voice: Voice): ProgressView {
  const { paint, say } = voice;
  let measured = new Map<number, Measured>();

  const measure = ({ active }: AgentStatus, now: number) => {
    const next = new Map<number, Measured>();
    for (const { uploadId, sentBytes } of active) {
      const before = measured.get(uploadId);
      if (before === undefined || sentBytes < before.bytes) {
        next.set(uploadId, { at: now, bytes: sentBytes, rate: 0 });
      } else if (now > before.at) {
        const rate = ((sentBytes - before.bytes) * 1000) / (now - before.at);
        const smooth = before.rate === 0 ? rate : before.rate + smoothing * (rate - before.rate);
        next.set(uploadId, { at: now, bytes: sentBytes, rate: smooth });
      } else next.set(uploadId, before);
    }
    measured = next;
  };

  const timeLeft = (seconds: number) => say('cli.progress.left', { time: voice.seconds(seconds) });
  const fileLine = (file: AgentStatus['active'][number], width: number): string => {
    const { path, sentBytes, size, uploadId } = file;
    const share = size === 0 ? 0 : sentBytes / size;
    const rate = measured.get(uploadId)?.rate ?? 0;
    const left = rate > 0 && sentBytes < size ? timeLeft((size - sentBytes) / rate) : '';
    const figures = [
      `${Math.floor(share * 100)} %`.padStart(5),
      say('home.progressOf', { sent: voice.bytes(sentBytes), size: voice.bytes(size) }).padEnd(18),
      (rate > 0 ? voice.rate(rate) : '').padStart(9),
      left,
    ].join('  ');
    const wide = width < narrow ? barWidth / 2 : barWidth;
    // Four columns between the three parts; the figures keep room for `12 min 05 s left`.
    const room = Math.min(44, Math.max(8, width - wide - Math.max(textWidth(figures), 54) - 4));
    const name = printable(path.split(/[\\/]/).at(-1) ?? path);
    return `${pad(shorten(name, room), room)}  ${bar(share, wide, paint)}  ${figures}`.trimEnd();
  };

  return {
    render(status, width, now) {
      measure(status, now);
      const lines = status.active.slice(0, mostFiles).map((file) => fileLine(file, width));
      const more = status.active.length - mostFiles;
      if (more > 0) lines.push(paint.dim(say('home.moreActive', { count: more })));
      return [...lines, queueLine(status, voice)].join('\n');
    },
  };
}

/** `2 uploading · 3 processing · 12 completed   3.1 MB/s · about 12 s left`. */
export function queueLine(status: AgentStatus, voice: Voice): string {
  const { paint, say } = voice;
  const speed: string[] = [];
  // The smoothed rate trails off when nothing is under way any more; then it says nothing.
  if (status.bytesPerSecond > 0 && status.active.length > 0) speed.push(voice.rate(status.bytesPerSecond));
  if (status.secondsLeft !== null && status.secondsLeft > 0) {
    speed.push(say('cli.progress.aboutLeft', { time: voice.seconds(status.secondsLeft) }));
  }
  if (status.paused) speed.push(say('cli.state.paused'));
  const worst = status.health.findings.find(({ level }) => level !== 'note');
  if (worst) speed.push(printable(findingMessage(worst, voice).replace(/\.$/, '')));
  speed.push(...budgetText(status, voice));
  const counts = countsText(status.counts, voice);
  return speed.length === 0 ? counts : `${counts}   ${paint.dim(speed.join(' · '))}`;
}

/** What the request budget has work wait for; empty while it goes on. */
export function budgetText(
  { budget: { heldForMs, waitsUntil } }: Pick<AgentStatus, 'budget'>,
  { say, seconds }: Words,
): string[] {
  if (heldForMs > 0) return [say('cli.progress.pauseAsked', { time: seconds(heldForMs / 1000) })];
  if (waitsUntil === null) return [];
  return [say('cli.progress.budget', { time: clockTime(waitsUntil, Date.now()) })];
}
