import { readFileSync } from 'node:fs';

/** One line of the system's table of mounts. */
export interface MountLine {
  /** Of its device, `major:minor`. */
  readonly number: string;
  /** Absolute path of the directory it lies on. */
  readonly point: string;
  /** What of the file system is mounted there: `/` unless a directory of it is bound. */
  readonly root: string;
  readonly type: string;
  /** A device, an address on a server, or a mere word. */
  readonly source: string;
}

/**
 * The table of mounts, the lowest first where several lie on one directory. Empty where the system keeps none
 * (macOS, Windows). Never throws.
 *
 * @param path stands in for the system's, as proc_pid_mountinfo(5) has it
 */
export function readMountTable(path = '/proc/self/mountinfo'): MountLine[] {
  try {
    return parseMountTable(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}

export function parseMountTable(text: string): MountLine[] {
  const lines: MountLine[] = [];
  for (const line of text.split('\n')) {
    // Id, parent, major:minor, root, mount point, options, optional fields, '-', type, source, options.
    const [before = '', after = ''] = line.split(' - ');
    const [, , number, root, point] = before.split(' ').map(unescapeOctal);
    const [type, source] = after.split(' ').map(unescapeOctal);
    if (number === undefined || root === undefined || !point || type === undefined || source === undefined)
      continue;
    lines.push({ number, point, root, type, source });
  }
  return lines;
}

function unescapeOctal(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
