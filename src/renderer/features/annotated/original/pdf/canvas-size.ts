/** Pixels of one canvas, and of its longer side: 64 MB of memory. */
const mostPixels = 16_777_216;
const mostSide = 8_192;

/** How many pixels a page is painted with: as many as the screen has for it, as far as memory lets it. */
export function canvasSize(
  box: { readonly width: number; readonly height: number },
  pixelRatio: number,
): { readonly width: number; readonly height: number } {
  const width = box.width * pixelRatio;
  const height = box.height * pixelRatio;
  const share = Math.min(1, Math.sqrt(mostPixels / (width * height)), mostSide / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * share)), height: Math.max(1, Math.floor(height * share)) };
}
