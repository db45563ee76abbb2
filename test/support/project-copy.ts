import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Runs one of the project's tools and returns its exit code and all it wrote. */
export function runTool(directory: string, tool: string, ...parameters: string[]) {
  const program = join(projectRoot, 'node_modules/.bin', tool);
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr, output: stdout + stderr };
}

/**
 * A throw-away copy of the project as Git sees it (tracked and new files), with the same configuration files
 * and dependencies, so that a canary can do wrong things to it. `write` puts a file into it. The sample
 * documents stay behind. What the compiler found out about the project comes when asked for, so that it checks
 * only what is new; from nothing it takes a minute.
 */
export function copyProject({ types = false } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-canary-'));
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  for (const file of list
    .split('\0')
    .filter((name) => name !== '' && !name.startsWith('resources/samples/'))) {
    const from = join(projectRoot, file);
    // A file may be deleted in the work tree and still be listed.
    if (isReadable(from)) cpSync(from, join(directory, file), { recursive: true, preserveTimestamps: true });
  }
  if (types && existsSync(join(projectRoot, '.tsbuild'))) copyTypes(directory);
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

/**
 * The compiler trusts it as long as no file is younger and the dependencies have the same paths, which behind
 * a link they have only when it is not followed.
 */
function copyTypes(directory: string): void {
  cpSync(join(projectRoot, '.tsbuild'), join(directory, '.tsbuild'), {
    recursive: true,
    preserveTimestamps: true,
  });
  const name = 'tsconfig.base.json';
  const { compilerOptions, ...rest } = JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));
  writeFileSync(
    join(directory, name),
    JSON.stringify({ ...rest, compilerOptions: { ...compilerOptions, preserveSymlinks: true } }),
  );
  const { atime, mtime } = statSync(join(projectRoot, name));
  utimesSync(join(directory, name), atime, mtime);
}

function isReadable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}
