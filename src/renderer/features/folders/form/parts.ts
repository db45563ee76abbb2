import type { WatchFolder } from '#shared/settings/watch-folder.ts';

/** What every part of the form holds: the folder as it is now, and a way to change parts of it. */
export interface FormPartProps {
  readonly folder: WatchFolder;
  readonly change: (part: Partial<WatchFolder>) => void;
}

/** Extensions as the folder keeps them: lower case, without dot, each once. */
export function cleanTypes(types: readonly string[]): string[] {
  return [
    ...new Set(
      types.map((type) => type.trim().replace(/^\.+/, '').toLowerCase()).filter((type) => type !== ''),
    ),
  ];
}

/** A number field's value in the folder's unit; null where the field is empty. */
export function scaled(value: string | number, unit: number): number | null {
  return typeof value === 'number' ? Math.round(value * unit) : null;
}
