import filenameReservedRegex, { windowsReservedNameRegex } from 'filename-reserved-regex';

/** Bytes a name may have on the file systems in use. */
const longest = 255;

/**
 * The file name that an encoded part of an address stands for, kept as the person knows it, or null when it
 * could leave its folder or cannot be a name on this system.
 */
export function safeFileName(encoded: string, platform: NodeJS.Platform = process.platform): string | null {
  let name: string;
  try {
    name = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  if (name === '' || name === '.' || name === '..' || Buffer.byteLength(name) > longest) return null;
  if (name.includes('/') || name.includes('\0')) return null;
  if (platform !== 'win32') return name;
  return filenameReservedRegex().test(name) || windowsReservedNameRegex().test(name) ? null : name;
}
