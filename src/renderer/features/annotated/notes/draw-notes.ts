import { noteColors } from '#shared/bridge/notes.ts';
import type { Sheet } from '../text/sheet/sheet.ts';
import { draw, noteMark } from '../text/text-marks.ts';
import type { PlacedNote } from './use-notes.ts';

/** Draws notes as highlights of the browser, each colour with a line of its own kind above the words. */
export function drawNotes(sheet: Sheet, notes: readonly PlacedNote[]): void {
  for (const color of noteColors) {
    const ranges = notes.filter(({ note }) => note.color === color).flatMap((one) => one.ranges);
    draw(sheet, noteMark(color), ranges);
  }
}
