import { type PaneName, paneNames, paneNeeds } from './pane-names.ts';

/** CSS pixels between two panes. */
const between = 10;
/** CSS pixels: in less, the names in a table beside the text are cut to a few letters. */
const least = 800;

/** Whether there is no room for the text and what was found in it side by side. 0: not known yet. */
export function isOneAtATime(width: number): boolean {
  return width > 0 && width < least;
}

/**
 * Which of the wanted panes fit beside each other, from left to right: the first ones of those that are
 * wanted, and one in any case.
 */
export function fittingPanes(wanted: readonly PaneName[], width: number): readonly PaneName[] {
  const fitting: PaneName[] = [];
  let left = width === 0 ? Number.POSITIVE_INFINITY : width + between;
  for (const name of wanted) {
    left -= paneNeeds[name] + between;
    if (left < 0 && fitting.length > 0) break;
    fitting.push(name);
  }
  return paneNames.filter((name) => fitting.includes(name));
}
