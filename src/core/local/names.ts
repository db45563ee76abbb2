/** Joins two relative parts with a forward slash; either may be empty. */
export function joinRelative(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

/** The directory that a relative path lies in, '' for the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/**
 * Identity of a name in its directory (W13): composed (NFC), and in lower case where the volume takes `A` and
 * `a` for the same. A volume that keeps two spellings apart which are one here gives the second a key of its
 * own.
 */
export function nameKey(name: string, foldsCase: boolean): string {
  const composed = name.normalize('NFC');
  return foldsCase ? composed.toLowerCase().normalize('NFC') : composed;
}

/** A directory that is left out as a whole has a row of its own; no file's name can hold a slash. */
export function directoryKey(key: string): string {
  return `${key}/`;
}

/** The key of a second name that would fall on the same one. */
export function collidingKey(key: string, name: string): string {
  return `${key}/${name}`;
}

/** A name whose bytes are not UTF-8, so that it can be shown: every byte above ASCII as `\xE9`. */
export function escapeUndecodable(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    text +=
      byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** True for bytes that are text in UTF-8, as the names of files should be. */
export function isDecodable(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
