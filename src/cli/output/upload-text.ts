import { commandOf } from '#shared/advice/advice-of.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import { explained } from '#shared/errors/explained.ts';
import type { Upload, UploadState } from '#shared/uploads/upload.ts';
import { formatBytes, formatCount, printable } from './format.ts';
import type { Paint } from './paint.ts';
import type { Column } from './table.ts';

/** A state as people read it; several steps of the machine are one thing to them. */
export const stateWords: Readonly<Record<UploadState, string>> = {
  queued: 'waiting',
  enriching: 'uploading',
  reserved: 'uploading',
  putting: 'uploading',
  verifying: 'checking',
  processing: 'processing',
  completed: 'completed',
  duplicate: 'duplicate',
  attention: 'needs you',
  cancelling: 'cancelling',
  cancelled: 'cancelled',
};

export function stateWord(upload: Pick<Upload, 'state' | 'paused'>): string {
  return upload.paused && upload.state === 'queued' ? 'paused' : stateWords[upload.state];
}

export function paintState(text: string, state: UploadState, paint: Paint): string {
  if (state === 'completed') return paint.good(text);
  if (state === 'attention') return paint.bad(text);
  if (state === 'duplicate' || state === 'cancelled') return paint.dim(text);
  return state === 'queued' ? text : paint.busy(text);
}

/** What happened last, in words; empty when nothing is wrong. */
export function troubleOf({ code, detail, duplicateOf }: Upload): string {
  if (duplicateOf !== null) return `same bytes as upload ${duplicateOf}`;
  if (code === null) return '';
  const happened = isErrorCode(code) ? explained(code).happened : code;
  return detail === null ? happened : `${happened} (${detail})`;
}

/**
 * What Sluice does next and what helps, with the command that does it; nothing of an upload that needs
 * nobody.
 */
export function adviceLines(upload: Upload): string[] {
  const { state, code } = upload;
  if (state !== 'attention' || code === null || !isErrorCode(code)) return [];
  const { next, remedy } = explained(code);
  const command = commandOf(upload);
  return [`${next} ${remedy}`, ...(command === undefined ? [] : [`  ${command}`])];
}

/** `3 waiting · 2 uploading · 12 completed`; states that read the same are added up, empty ones left out. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  const byWord = new Map<string, number>();
  for (const [state, word] of Object.entries(stateWords)) {
    const count = counts[state] ?? 0;
    if (count > 0) byWord.set(word, (byWord.get(word) ?? 0) + count);
  }
  const parts = [...byWord].map(([word, count]) => `${formatCount(count)} ${word}`);
  return parts.length === 0 ? 'none' : parts.join(' · ');
}

export function uploadColumns(paint: Paint): Column<Upload>[] {
  return [
    { title: 'id', text: ({ id }) => String(id), align: 'right' },
    { title: 'state', text: stateWord, paint: (text, { state }) => paintState(text, state, paint) },
    { title: 'size', text: ({ size }) => formatBytes(size), align: 'right' },
    { title: 'file', text: ({ path }) => path, shrinks: true },
    { title: 'document', text: ({ contentId }) => contentId ?? '-', paint: (text) => paint.dim(text) },
    { title: 'note', text: troubleOf, shrinks: true },
  ];
}

export interface LineOptions {
  /** Says the state in another word. */
  readonly word?: string;
  /** How the file is called; its whole path otherwise. */
  readonly name?: string;
}

/** One upload as a line of its own: `completed  /srv/q3.pdf  1.2 MB  3F2A…`. */
export function uploadLine(upload: Upload, paint: Paint, { word, name }: LineOptions = {}): string {
  const state = paintState((word ?? stateWord(upload)).padEnd(10), upload.state, paint);
  const trouble = printable(troubleOf(upload));
  const parts = [state, printable(name ?? upload.path), paint.dim(formatBytes(upload.size))];
  if (upload.contentId !== null) parts.push(paint.dim(upload.contentId));
  if (trouble !== '') parts.push(trouble);
  return parts.join('  ');
}
