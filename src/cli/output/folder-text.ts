import type { FolderHealth, FolderState } from '#shared/bridge/folders.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { reasonSentence } from '#shared/uploads/reason-sentence.ts';
import { formatCount, formatTime, plural, printable } from './format.ts';
import type { Paint } from './paint.ts';
import { profileColumn } from './profile-text.ts';
import type { Column } from './table.ts';

const healthWords: Readonly<Record<FolderHealth['mode'], string>> = {
  native: 'watching',
  polling: 'looking from time to time',
  missing: 'missing',
  unreadable: 'cannot be read',
  paused: 'paused',
  starting: 'starting',
  // Nothing is watched in this process; an agent may do so in another.
  off: '-',
};

export function folderColumns(paint: Paint, settings: Pick<Settings, 'profiles'>): Column<FolderState>[] {
  const count = (
    title: string,
    of: (state: FolderState) => number,
    paintCount?: (text: string) => string,
  ) => ({
    title,
    text: (state: FolderState) => formatCount(of(state)),
    align: 'right' as const,
    paint: (text: string, state: FolderState) => (paintCount && of(state) > 0 ? paintCount(text) : text),
  });
  return [
    { title: 'folder', text: ({ folder }) => folder.label || folder.id.slice(0, 8) },
    { title: 'path', text: ({ folder }) => folder.path, shrinks: true },
    ...profileColumn<FolderState>(settings, ({ folder }) => folder.profileId),
    { title: 'state', text: ({ health }) => healthWords[health.mode], paint: paintHealth(paint) },
    count('seen', ({ coverage }) => coverage.seen),
    count('searchable', ({ coverage }) => coverage.searchable, paint.good),
    count('in progress', ({ coverage }) => coverage.inProgress, paint.busy),
    count('ignored', ({ coverage }) => coverage.ignored),
    count('need you', ({ coverage }) => coverage.attention, paint.bad),
  ];
}

function paintHealth(paint: Paint): (text: string, state: FolderState) => string {
  return (text, { health }) => {
    if (health.mode === 'missing' || health.mode === 'unreadable') return paint.bad(text);
    return health.mode === 'native' ? paint.good(text) : text;
  };
}

/**
 * Why files of a folder are not in: a line a reason, `  11  This type of file is not chosen for this folder.`
 */
export function reasonLines({ coverage }: Pick<FolderState, 'coverage'>): string[] {
  return countedReasons({ ...coverage.attentionBy, ...coverage.ignoredBy });
}

/** What a folder is called in a command, as it can be pasted into a shell. */
export function shellName({ label, id }: Pick<FolderState['folder'], 'label' | 'id'>): string {
  return /^[\w.-]+$/.test(label) ? label : id.slice(0, 8);
}

/**
 * Files that are held back longer than for their quiet time: a line a reason, and the command that lists them
 * (W2).
 */
export function waitingLines({ folder, coverage }: Pick<FolderState, 'folder' | 'coverage'>): string[] {
  const held = Object.entries(coverage.waitingBy).filter(([reason]) => reason !== 'quiet');
  return held
    .sort(([, a], [, b]) => b - a)
    .map(
      ([reason, count]) =>
        `${plural(count, 'file')} of ${printable(folder.label || folder.path)} held back: ${reasonSentence(reason)} When: sluice folders files ${shellName(folder)}`,
    );
}

/** Files that vanished and wait, a line for each group, with the command that decides about them (W9). */
export function vanishedLines({ folder, vanished }: Pick<FolderState, 'folder' | 'vanished'>): string[] {
  const name = shellName(folder);
  return vanished.map(({ kind, place, files, since }) => {
    const decide = `sluice folders decide ${name}`;
    const when = `since ${formatTime(since)}`;
    if (kind === 'together') {
      return `${plural(files, 'file')} vanished together, ${when}; their documents stay until you say: ${decide} --keep or --delete`;
    }
    const where = place === '' ? 'the folder itself' : printable(place ?? '');
    return `${plural(files, 'file')} out of sight with the drive at ${where}, ${when}; if it will not come back: ${decide} --place ${printable(place === '' ? '.' : (place ?? ''))} --keep or --delete`;
  });
}

/** Counts by reason as aligned lines, the most frequent first. */
export function countedReasons(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${formatCount(count).padStart(7)}  ${reasonSentence(reason)}`);
}
