/** How npm is started, for `execFileSync` and `spawnSync`. */
export interface NpmCall {
  readonly file: string;
  readonly parameters: string[];
  readonly shell: boolean;
}

/**
 * On Windows npm is a script of its own, which only a shell starts, and Node hands the shell what it is given
 * as it is: a path with a blank would be two.
 */
export function npmCall(parameters: readonly string[], platform = process.platform): NpmCall {
  const shell = platform === 'win32';
  const quoted = (text: string) => (/^[\w./:\\=@-]+$/.test(text) ? text : `"${text}"`);
  return { file: 'npm', parameters: shell ? parameters.map(quoted) : [...parameters], shell };
}
