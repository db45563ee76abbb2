import type { SentenceKey } from '#shared/sentences/sentence-key.ts';

/** One thing that keys do. Each of them does it, or its part of it. */
export interface KeyLine {
  readonly what: SentenceKey;
  readonly keys: readonly string[];
}

export interface KeyGroup {
  /** Where they work. */
  readonly title: SentenceKey;
  readonly lines: readonly KeyLine[];
}

const line = (what: SentenceKey, ...keys: readonly string[]): KeyLine => ({ what, keys });

/**
 * Every key of the pages, in the order of the list in Help. Who gives a key something to do adds it here; a
 * test looks for those that were forgotten.
 */
export const keyGroups = {
  everywhere: {
    title: 'keys.group.everywhere',
    lines: [
      line('keys.palette', 'Ctrl+K'),
      line('keys.pages', 'Alt+1…0'),
      line('keys.find', '/', 'Ctrl+F'),
      line('keys.sheet', '?'),
      line('keys.help', 'F1'),
    ],
  },
  grid: {
    title: 'keys.group.grid',
    lines: [
      line('keys.rows', '↑ ↓', 'Page ↑ ↓', 'Home', 'End'),
      line('keys.open', 'Enter'),
      line('keys.select', 'Space', 'Shift+↑ ↓', 'Ctrl+A'),
      line('keys.unselect', 'Esc'),
      line('keys.expand', '→ ←'),
      line('keys.widen', 'Shift+← →'),
    ],
  },
  reading: {
    title: 'keys.group.reading',
    lines: [
      line('keys.next', ']', 'Shift+J'),
      line('keys.previous', '[', 'Shift+K'),
      line('keys.list', 'Esc'),
    ],
  },
  text: {
    title: 'keys.group.text',
    lines: [
      line('keys.marks', 'n', 'p'),
      line('keys.hits', 'Enter', 'Shift+Enter'),
      line('keys.highlight', 'h'),
      line('keys.note', 'a'),
      line('keys.copy', 'c'),
      line('keys.panes', '1…4'),
      line('keys.around', 'F6', 'Shift+F6'),
      line('keys.original', 'o'),
      line('keys.json', 't'),
      line('keys.divider', '← →'),
      line('keys.back', 'Alt+← →'),
    ],
  },
  pdf: {
    title: 'keys.group.pdf',
    lines: [line('keys.turn', '← →'), line('keys.zoom', '+', '-'), line('keys.fit', '0')],
  },
  tree: {
    title: 'keys.group.tree',
    lines: [
      line('keys.treeRows', '↑ ↓', 'j', 'k'),
      line('keys.treeEnds', 'g', 'Shift+G'),
      line('keys.expand', '→ ←', 'l', 'h'),
      line('keys.expandAll', 'e', 'Shift+E'),
      line('keys.choose', 'Enter'),
      line('keys.treeFind', '/'),
      line('keys.treeHits', 'n', 'Shift+N'),
      line('keys.copyValue', 'y'),
      line('keys.copyPath', 'p'),
    ],
  },
  writing: {
    title: 'keys.group.writing',
    lines: [line('keys.save', 'Ctrl+Enter'), line('keys.leaveField', 'Esc')],
  },
  explorer: {
    title: 'keys.group.explorer',
    lines: [line('keys.run', 'Ctrl+Enter'), line('keys.operations', '/', '↑ ↓')],
  },
} as const satisfies Record<string, KeyGroup>;

const onMac: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' };

/** How the keyboard of the person's system calls it: ⌘K where others say Ctrl+K. */
export function keyName(key: string, isMac: boolean): string {
  if (!isMac) return key;
  return key.replaceAll(/(Ctrl|Alt|Shift)\+/g, (_, name: string) => onMac[name] ?? name);
}

/** A key as Electron writes it, as the keys above are written. */
export function keyOfMenu(accelerator: string): string {
  return accelerator.replace('CmdOrCtrl', 'Ctrl');
}
