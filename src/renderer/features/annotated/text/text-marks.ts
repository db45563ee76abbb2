import type { BlockRange, BlockView, EntityRow, Mention } from '../model/types.ts';
import { markStyles, styleOfType } from './mark-style.ts';
import type { Sheet } from './sheet/sheet.ts';

/** How many marks over one another look different. */
export const depths = 3;

/** What is drawn over the text. */
export interface Marked {
  /** Types whose marks are not shown. */
  readonly hidden: ReadonlySet<string>;
  /** The entity that is shown everywhere; -1 for none. */
  readonly chosen: number;
  readonly active: BlockRange | null;
  /** Hits of the search in the text, of the blocks in sight at least. */
  readonly found: readonly BlockRange[];
}

/** Names of the highlights, from the lowest to the topmost; `text-marks.css` says how they look. */
const styled = Array.from({ length: markStyles * depths }, (_, index) =>
  nameOf(index % markStyles, Math.floor(index / markStyles)),
);
const names = [...styled, 'chosen', 'found', 'active', 'current'];

function nameOf(style: number, depth: number): string {
  return `mark-${style}-${depth}`;
}

/**
 * Draws the marks of what is in sight as highlights of the browser: the text itself stays as it is, whatever
 * is marked in it, and marks may overlap in any way.
 *
 * @see https://drafts.csswg.org/css-highlight-api-1/
 */
export function drawMarks(sheet: Sheet, { hidden, chosen, active, found }: Marked): void {
  const drawn = new Map<string, StaticRange[]>(names.map((name) => [name, []]));
  const add = (name: string, range: BlockRange) => {
    const shown = sheet.rangeOf(range);
    if (shown !== undefined && !shown.collapsed) drawn.get(name)?.push(shown);
  };
  for (const views of sheet.near()) {
    for (const view of views) {
      for (const { mention, style, depth } of styledMentions(view, sheet.entity, hidden)) {
        const range = { block: view.block, start: mention.start, end: mention.end };
        add(nameOf(style, depth), range);
        if (mention.entity === chosen) add('chosen', range);
      }
    }
  }
  for (const range of found) add('found', range);
  if (active !== null) add(found.some((hit) => isSame(hit, active)) ? 'current' : 'active', active);
  for (const [priority, name] of names.entries()) {
    const highlight = new Highlight(...(drawn.get(name) ?? []));
    highlight.priority = priority;
    CSS.highlights.set(name, highlight);
  }
}

const isSame = (one: BlockRange, other: BlockRange) =>
  one.block === other.block && one.start === other.start && one.end === other.end;

/** Nothing is drawn any more. */
export function clearMarks(): void {
  for (const name of names) CSS.highlights.delete(name);
}

/** The marks of a block that are shown, each with its look and how many longer ones lie under it. */
function styledMentions(
  { mentions }: BlockView,
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
