import { commandOf } from '#shared/advice/advice-of.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import { withDetail } from '#shared/errors/with-detail.ts';
import { deletedDetail, replacedDetail } from '#shared/uploads/open-states.ts';
import type { Upload, UploadState } from '#shared/uploads/upload.ts';
import { printable } from './format.ts';
import type { Paint } from './paint.ts';
import type { Column } from './table.ts';
import { pad, textWidth } from './width.ts';
import type { Voice, Words } from './words.ts';

/** A state as people read it; several steps of the machine are one thing to them. */
const stateNames = {
  queued: 'waiting',
  claiming: 'waiting',
  enriching: 'uploading',
  reserved: 'uploading',
  putting: 'uploading',
  verifying: 'checking',
  processing: 'processing',
  completed: 'completed',
  duplicate: 'duplicate',
  attention: 'attention',
  cancelling: 'cancelling',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<UploadState, string>>;

type StateName = (typeof stateNames)[UploadState] | 'paused' | 'uploaded';

/** What waits for the team is counted apart. */
const countedNames = { ...stateNames, claiming: 'team' } as const;

function nameOf({ state, paused }: Pick<Upload, 'state' | 'paused'>): StateName {
  return paused && state === 'queued' ? 'paused' : stateNames[state];
}

type Stated = Pick<Upload, 'state' | 'paused' | 'remoteMachine'>;

export function stateWord(upload: Stated, { say }: Words): string {
  const { state, paused, remoteMachine: machine } = upload;
  if (state === 'claiming' && !paused && machine !== undefined)
    return say('cli.state.waitsFor', { machine: printable(machine) });
  return say(`cli.state.${nameOf(upload)}`);
}

/** Columns that every word for a state fits into. */
export function stateWidth({ say }: Words): number {
  return Math.max(...Object.values(stateNames).map((name) => textWidth(say(`cli.state.${name}`))));
}

function paintState(text: string, state: UploadState, paint: Paint): string {
  if (state === 'completed') return paint.good(text);
  if (state === 'attention') return paint.bad(text);
  if (state === 'duplicate' || state === 'cancelled') return paint.dim(text);
  return state === 'queued' ? text : paint.busy(text);
}

/** What happened last, in words; empty when nothing is wrong. */
export function troubleOf(upload: Upload, words: Words): string {
  const { state, code, detail, duplicateOf, options, remoteMachine: machine, remoteContentId } = upload;
  // The service had reported a status: there was a document, and it was deleted with the file.
  if (state === 'cancelled' && code === 'FILE_GONE' && upload.remoteStatus !== null)
    return words.say('cli.upload.deletedToo');
  // Why a duplicate failed matters more than which upload has its bytes.
  if (code !== null) return withDetail(isErrorCode(code) ? words.happened(code) : code, detail);
  if (remoteContentId !== undefined && machine !== undefined)
    return words.say('cli.upload.sentBy', { machine });
  if (duplicateOf !== null) {
    const id = String(duplicateOf);
    // A detail says that the document is not shared as the folder of this file shares (docs/adr/0010).
    if (state !== 'duplicate' || detail === null) return words.say('cli.upload.sameBytes', { id });
    return words.say(options.share ? 'cli.upload.sameBytesPrivate' : 'cli.upload.sameBytesShared', { id });
  }
  if (state === 'cancelled' && detail === replacedDetail) return words.say('cli.upload.replaced');
  if (state === 'cancelled' && detail === deletedDetail) return words.say('cli.upload.deleted');
  return '';
}

/**
 * What Sluice does next and what helps, with the command that does it; nothing of an upload that needs
 * nobody.
 */
export function adviceLines(upload: Upload, words: Words): string[] {
  const { state, code } = upload;
  if (state !== 'attention' || code === null || !isErrorCode(code)) return [];
  const { next, remedy } = words.explained(code);
  const command = commandOf(upload);
  return [`${next} ${remedy}`, ...(command === undefined ? [] : [`  ${command}`])];
}

/** `3 waiting · 2 uploading · 12 completed`; states that read the same are added up, empty ones left out. */
export function countsText(counts: Readonly<Record<string, number>>, { say }: Words): string {
  const byName = new Map<(typeof countedNames)[UploadState], number>();
  for (const [state, name] of Object.entries(countedNames)) {
    const count = counts[state] ?? 0;
    if (count > 0) byName.set(name, (byName.get(name) ?? 0) + count);
  }
  const parts = [...byName].map(([name, count]) => say(`cli.counts.${name}`, { count }));
  return parts.length === 0 ? say('cli.counts.none') : parts.join(' · ');
}

export function uploadColumns(voice: Voice): Column<Upload>[] {
  const { paint, say } = voice;
  return [
    { title: say('cli.column.id'), text: ({ id }) => String(id), align: 'right' },
    stateColumn(voice),
    { title: say('cli.column.size'), text: ({ size }) => voice.bytes(size), align: 'right' },
    { title: say('cli.column.file'), text: ({ path }) => shownPath(path), shrinks: true },
    {
      title: say('cli.column.document'),
      text: ({ contentId, remoteContentId }) => contentId ?? remoteContentId ?? '-',
      paint: (text) => paint.dim(text),
    },
    { title: say('cli.column.note'), text: (upload) => troubleOf(upload, voice), shrinks: true },
  ];
}

export function stateColumn(voice: Voice): Column<Upload> {
  return {
    title: voice.say('cli.column.state'),
    text: (upload) => stateWord(upload, voice),
    paint: (text, { state }) => paintState(text, state, voice.paint),
  };
}

/** Where the inbox keeps what came on stdin or from a browser: in a folder of its own (`createInbox`). */
const inInbox = /[\\/]inbox[\\/][\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}[\\/]([^\\/]+)$/;

/** The path of a file; of one that came without a path, the name that was given with it. */
export function shownPath(path: string): string {
  return inInbox.exec(path)?.[1] ?? path;
}

export interface LineOptions {
  /** Says the state in another word. */
  readonly word?: StateName;
  /** How the file is called; its whole path otherwise. */
  readonly name?: string;
}

/** One upload as a line of its own: `completed  /srv/q3.pdf  1.2 MB  3F2A…`. */
export function uploadLine(upload: Upload, voice: Voice, { word, name }: LineOptions = {}): string {
  const { paint, say } = voice;
  const said = word === undefined ? stateWord(upload, voice) : say(`cli.state.${word}`);
  const text = pad(said, stateWidth(voice));
  const state = paintState(text, upload.state, paint);
  const trouble = printable(troubleOf(upload, voice));
  const file = printable(name ?? shownPath(upload.path));
  const parts = [state, file, paint.dim(voice.bytes(upload.size))];
  if (upload.contentId !== null) parts.push(paint.dim(upload.contentId));
  if (trouble !== '') parts.push(trouble);
  return parts.join('  ');
}
