import { type Program, startProgram } from '../support/programs.ts';
import type { Written } from './judge.ts';

const folderNames = ['inbox', 'replace', 'archive'] as const;

/** Starts the writer in its three folders (`writer/index.ts`). */
export function startWriter({
  log,
  folders,
  seed,
}: {
  readonly log: string;
  readonly folders: Readonly<Record<(typeof folderNames)[number], string>>;
  readonly seed: number;
}): Program {
  const args = folderNames.flatMap((name) => [`--${name}`, folders[name]]);
  return startProgram(new URL('./writer/index.ts', import.meta.url), [...args, '--seed', String(seed)], {
    log,
    listens: true,
  });
}

/** Lets the writer come to its end; what it wrote. */
export async function writtenBy(writer: Program): Promise<Written> {
  writer.child.stdin.end();
  const { code, stdout, stderr } = await writer.ended;
  if (code !== 0) throw new Error(`The writer ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Written;
}
