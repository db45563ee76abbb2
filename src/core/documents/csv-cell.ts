/**
 * A cell of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it: names of files and
 * entities come from anywhere.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const plain = Array.isArray(value) ? value.join('; ') : String(value);
  const text = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
