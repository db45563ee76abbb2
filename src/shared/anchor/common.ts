/** How many units are the same in two texts, to the left of two places, up to `most`. */
export function commonBefore(left: string, at: number, right: string, to: number, most: number): number {
  let same = 0;
  while (
    same < most &&
    same < at &&
    same < to &&
    left.charCodeAt(at - same - 1) === right.charCodeAt(to - same - 1)
  )
    same += 1;
  return same;
}

/** The same to the right of two places. */
export function commonAfter(left: string, at: number, right: string, from: number, most: number): number {
  const longest = Math.min(most, left.length - at, right.length - from);
  let same = 0;
  while (same < longest && left.charCodeAt(at + same) === right.charCodeAt(from + same)) same += 1;
  return same;
}
