import type { FolderHealth, FolderState } from '#shared/bridge/folders.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { formatTime, printable } from './format.ts';
import { profileColumn } from './profile-text.ts';
import type { Column } from './table.ts';
import type { Voice, Words } from './words.ts';

export function folderColumns(voice: Voice, settings: Pick<Settings, 'profiles'>): Column<FolderState>[] {
  const { paint, say } = voice;
  const count = (
    title: string,
    of: (state: FolderState) => number,
    paintCount?: (text: string) => string,
  ) => ({
    title,
    text: (state: FolderState) => voice.count(of(state)),
    align: 'right' as const,
    paint: (text: string, state: FolderState) => (paintCount && of(state) > 0 ? paintCount(text) : text),
  });
  return [
    { title: say('cli.column.folder'), text: ({ folder }) => folder.label || folder.id.slice(0, 8) },
    { title: say('cli.column.path'), text: ({ folder }) => folder.path, shrinks: true },
    ...profileColumn<FolderState>(settings, ({ folder }) => folder.profileId, voice),
    {
      title: say('cli.column.state'),
      text: ({ health }) => modeWord(health.mode, voice),
      paint: paintHealth(paint),
    },
    count(say('cli.column.seen'), ({ coverage }) => coverage.seen),
    count(say('cli.column.searchable'), ({ coverage }) => coverage.searchable, paint.good),
    count(say('cli.column.inProgress'), ({ coverage }) => coverage.inProgress, paint.busy),
    count(say('cli.column.ignored'), ({ coverage }) => coverage.ignored),
    count(say('cli.column.attention'), ({ coverage }) => coverage.attention, paint.bad),
  ];
}

/** How a folder is watched, and what else there is to say of it. */
export function healthText({ health }: Pick<FolderState, 'health'>, { remark }: Words): string {
  const { said, why, remarks = [] } = health;
  // `why` has the remarks in it.
  return said === undefined ? why : [said, ...remarks].map(remark).join(' ');
}

function modeWord(mode: FolderHealth['mode'], { say }: Words): string {
  // Nothing is watched in this process; an agent may do so in another.
  return mode === 'off' ? '-' : say(`cli.mode.${mode}`);
}

function paintHealth(paint: Voice['paint']): (text: string, state: FolderState) => string {
  return (text, { health }) => {
    if (health.mode === 'missing' || health.mode === 'unreadable') return paint.bad(text);
    return health.mode === 'native' ? paint.good(text) : text;
  };
}

/**
 * Why files of a folder are not in: a line a reason, `  11  This type of file is not chosen for this folder.`
 */
export function reasonLines({ coverage }: Pick<FolderState, 'coverage'>, words: Words): string[] {
  return countedReasons({ ...coverage.attentionBy, ...coverage.ignoredBy }, words);
}

/** What a folder is called in a command, as it can be pasted into a shell. */
export function shellName({ label, id }: Pick<FolderState['folder'], 'label' | 'id'>): string {
  return /^[\w.-]+$/.test(label) ? label : id.slice(0, 8);
}

/**
 * Files that are held back longer than for their quiet time: a line a reason, and the command that lists them
 * (W2).
 */
export function waitingLines(
  { folder, coverage }: Pick<FolderState, 'folder' | 'coverage'>,
  words: Words,
): string[] {
  const held = Object.entries(coverage.waitingBy).filter(([reason]) => reason !== 'quiet');
  return held
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) =>
      words.say('cli.folders.heldBack', {
        count,
        folder: printable(folder.label || folder.path),
        reason: words.reason(reason),
        name: shellName(folder),
      }),
    );
}

/** Files that vanished and wait, a line for each group, with the command that decides about them (W9). */
export function vanishedLines(
  { folder, vanished }: Pick<FolderState, 'folder' | 'vanished'>,
  { say }: Words,
): string[] {
  return vanished.map(({ kind, place, files, since }) => {
    const values = { count: files, when: formatTime(since), name: shellName(folder) };
    if (kind === 'together') return say('cli.folders.vanished', values);
    if (place === '') return say('cli.folders.awayWhole', values);
    return say('cli.folders.away', { ...values, place: printable(place ?? '') });
  });
}

/** Counts by reason as aligned lines, the most frequent first. */
export function countedReasons(counts: Readonly<Record<string, number>>, words: Words): string[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${words.count(count).padStart(7)}  ${words.reason(reason)}`);
}
