import type { FolderHealth, FolderState } from '#shared/bridge/folders.ts';
import { reasonSentence } from '#shared/uploads/skip-reasons.ts';
import { formatCount } from './format.ts';
import type { Paint } from './paint.ts';
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

export function folderColumns(paint: Paint): Column<FolderState>[] {
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
    { title: 'folder', text: ({ folder }) => folder.id },
    { title: 'path', text: ({ folder }) => folder.path, shrinks: true },
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

/** `ignored: 3 temporary, 1 hidden`; one line for ignored files and one for those that need a person. */
export function reasonLines({ coverage }: FolderState): string[] {
  const lines: string[] = [];
  const reasons = (title: string, counts: Readonly<Record<string, number>>) => {
    const parts = Object.entries(counts).map(
      ([reason, count]) => `${formatCount(count)} × ${reasonSentence(reason)}`,
    );
    if (parts.length > 0) lines.push(`${title}: ${parts.join(', ')}`);
  };
  reasons('ignored', coverage.ignoredBy);
  reasons('need you', coverage.attentionBy);
  return lines;
}
