import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Runs one of the project's tools and returns its exit code and all it wrote. */
export function runTool(directory: string, tool: string, ...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(join(projectRoot, 'node_modules/.bin', tool), parameters, {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr, output: stdout + stderr };
}

/**
 * A throw-away copy of the project as Git sees it (tracked and new files), with the same configuration files
 * and dependencies, so that a canary can do wrong things to it. `write` puts a file into it. The sample
 * documents come only when asked for.
 */
export function copyProject({ samples = false } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-canary-'));
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  for (const file of list
    .split('\0')
    .filter((name) => name !== '' && (samples || !name.startsWith('resources/samples/')))) {
    const from = join(projectRoot, file);
    // A file may be deleted in the work tree and still be listed.
    if (isReadable(from)) cpSync(from, join(directory, file), { recursive: true });
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(directory, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: directory });
  return {
    directory,
    write(path: string, text: string) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function isReadable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}
