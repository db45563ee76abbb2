/** A part of a page: shares of its width and height. */
export interface PageArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Shares of a line's height: so much two areas have in common at least that stand in one line. */
const inCommon = 0.5;
/** And so far apart they are at most: what stands in another column is another line. */
const mostApart = 1.5;

/** Areas in reading order, those of one line as one. */
export function joinLines(areas: readonly PageArea[], aspect: number): readonly PageArea[] {
  const lines: PageArea[] = [];
  for (const area of areas) {
    const last = lines.at(-1);
    if (last !== undefined && isSameLine(last, area, aspect)) lines[lines.length - 1] = around(last, area);
    else lines.push(area);
  }
  return lines;
}

function isSameLine(one: PageArea, other: PageArea, aspect: number): boolean {
  const height = Math.min(one.bottom - one.top, other.bottom - other.top);
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const apart = Math.max(one.left, other.left) - Math.min(one.right, other.right);
  return shared >= height * inCommon && apart <= height * aspect * mostApart;
}

const around = (one: PageArea, other: PageArea): PageArea => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});
