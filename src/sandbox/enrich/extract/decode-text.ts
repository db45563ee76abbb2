import { Unreadable } from './block.ts';

/**
 * Reads bytes as text: by their byte order mark, else as UTF-8, else as Windows-1252.
 *
 * @throws Unreadable when they are no text at all
 */
export function decodeText(bytes: Buffer): string {
  const first = bytes.subarray(0, 4096);
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first[0] === 0xfe && first[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (first.includes(0)) throw new Unreadable('UNSUPPORTED_FILE_TYPE', 'The file is not text.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
