import { createHash } from 'node:crypto';
import { extname } from 'node:path';

/**
 * A whole file of about `size` bytes that no other label gives, with the end that its type promises: what
 * Sluice looks at to tell a half-written file (W1) is true of these files too.
 */
export function contentOf(label: string, size: number, name: string): Buffer {
  const line = `${label}: quarterly figures, revised and approved by nobody in particular.\n`;
  const text = line.repeat(Math.max(1, Math.ceil(size / line.length))).slice(0, Math.max(size, line.length));
  switch (extname(name)) {
    case '.pdf':
      return Buffer.from(`%PDF-1.4\n% ${text}\n%%EOF\n`);
    case '.json':
      return Buffer.from(JSON.stringify({ label, text }));
    case '.html':
      return Buffer.from(`<!doctype html><html><body><p>${text}</p></body></html>\n`);
    default:
      return Buffer.from(text);
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
