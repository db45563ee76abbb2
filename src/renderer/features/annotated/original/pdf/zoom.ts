/** What a page may be larger or smaller than the pane. */
const most = 6;
const least = 0.25;
const step = 1.2;

/** The next size: larger, smaller, or as wide as the pane. 1 fits. */
export function nextZoom(zoom: number, by: 1 | 0 | -1): number {
  if (by === 0) return 1;
  const next = zoom * step ** by;
  // Back at the pane's width, whatever steps led away from it.
  return Math.abs(next - 1) < 0.02 ? 1 : Math.max(least, Math.min(most, next));
}
