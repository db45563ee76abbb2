const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** What a size in words looks like, as a pattern for schemas. */
export const bytePattern = /^\s*\d+(?:\.\d+)?\s*[kmgtKMGT]?[bB]?\s*$/;

/** Bytes of a size in words, decimal units: `500`, `20k`, `1.5MB`; undefined for anything else. */
export function byteCount(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)b?$/i.exec(text.trim());
  const factor = units[match?.[2]?.toLowerCase() ?? ''];
  if (match?.[1] === undefined || factor === undefined) return undefined;
  return Math.round(Number(match[1]) * factor);
}
