import { type NoteColor, noteColors } from '#shared/bridge/notes.ts';
import type { BlockRange, BlockView, EntityRow, Mention } from '../model/types.ts';
import { markStyles, styleOfType } from './mark-style.ts';
import type { Sheet } from './sheet/sheet.ts';

/** How many marks over one another look different. */
export const depths = 3;

/** Names of the highlights, from the lowest to the topmost; `text-marks.css` says how they look. */
const styled = Array.from({ length: markStyles * depths }, (_, index) =>
  nameOf(index % markStyles, Math.floor(index / markStyles)),
);
const notes = noteColors.map(noteMark);
const names = [...styled, 'chosen', ...notes, 'found', 'active', 'current'];

/** Notes of a colour. */
export function noteMark(color: NoteColor): string {
  return `note-${color}`;
}

function nameOf(style: number, depth: number): string {
  return `mark-${style}-${depth}`;
}

/**
 * Draws the marks of what is in sight as highlights of the browser: the text itself stays as it is, whatever
 * is marked in it, and marks may overlap in any way.
 *
 * @param hidden types whose marks are not shown
 * @param chosen the entity that is shown everywhere; -1 for none
 * @see https://drafts.csswg.org/css-highlight-api-1/
 */
export function drawMentions(sheet: Sheet, hidden: ReadonlySet<string>, chosen: number): void {
  const drawn = new Map<string, BlockRange[]>([...styled, 'chosen'].map((name) => [name, []]));
  for (const { block, mentions } of sheet.near().flat()) {
    for (const { mention, style, depth } of styledMentions(mentions, sheet.entity, hidden)) {
      const range = { block, start: mention.start, end: mention.end };
      drawn.get(nameOf(style, depth))?.push(range);
      if (mention.entity === chosen) drawn.get('chosen')?.push(range);
    }
  }
  for (const [name, ranges] of drawn) draw(sheet, name, ranges);
}

/** Draws the hits of a search, and the place that is shown. */
export function drawPlaces(sheet: Sheet, found: readonly BlockRange[], active: BlockRange | null): void {
  const shown = active === null ? [] : [active];
  const isHit = active !== null && found.some((hit) => isSame(hit, active));
  draw(sheet, 'found', found);
  draw(sheet, 'active', isHit ? [] : shown);
  draw(sheet, 'current', isHit ? shown : []);
}

/** Draws what of these ranges is in the page. */
export function draw(sheet: Sheet, name: string, ranges: readonly BlockRange[]): void {
  const drawn = ranges.flatMap((range) => sheet.rangeOf(range) ?? []).filter(({ collapsed }) => !collapsed);
  const highlight = new Highlight(...drawn);
  highlight.priority = names.indexOf(name);
  CSS.highlights.set(name, highlight);
}

const isSame = (one: BlockRange, other: BlockRange) =>
  one.block === other.block && one.start === other.start && one.end === other.end;

/** Nothing is drawn any more. */
export function clearMarks(): void {
  for (const name of names) CSS.highlights.delete(name);
}

/** The marks of a block that are shown, each with its look and how many longer ones lie under it. */
function styledMentions(
  mentions: readonly Mention[],
  entity: (entity: number) => EntityRow | undefined,
  hidden: ReadonlySet<string>,
): { readonly mention: Mention; readonly style: number; readonly depth: number }[] {
  const open: Mention[] = [];
  return mentions.flatMap((mention) => {
    const type = entity(mention.entity)?.type ?? '';
    if (hidden.has(type)) return [];
    // In reading order, the longest first: what is still open lies under it.
    const under = open.filter(({ end }) => end > mention.start);
    open.splice(0, open.length, ...under, mention);
    return [{ mention, style: styleOfType(type), depth: Math.min(depths - 1, under.length) }];
  });
}

/** The marks at a character of a block that are shown, or end there; the innermost first. */
export function mentionsAt(
  { mentions }: BlockView,
  character: number,
  entity: (entity: number) => EntityRow | undefined,
  hidden: ReadonlySet<string>,
): Mention[] {
  const isShown = (one: Mention) => !hidden.has(entity(one.entity)?.type ?? '');
  return mentions
    .filter((one) => one.start <= character && character <= one.end && isShown(one))
    .toSorted((left, right) => left.end - left.start - (right.end - right.start));
}
