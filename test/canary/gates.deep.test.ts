import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gates } from '../../scripts/gates.ts';
import { copyProject, projectRoot, runTool } from '../support/project-copy.ts';

/**
 * One mistake for each gate. A gate that lets its mistake pass, or sees no file at all, is
 * no gate.
 */
const mistakes: Readonly<Record<string, { path: string; text: string }>> = {
  format: { path: 'src/core/canary-format.ts', text: 'export   const x = 1' },
  lint: { path: 'src/core/canary-lint.ts', text: 'export const x = eval("1");\n' },
  // In a room that no other imports, so that only this one is checked anew.
  types: { path: 'src/preload/canary-types.ts', text: "export const x: number = 'one';\n" },
  'unused code': { path: 'src/core/canary-unused.ts', text: 'export const nobodyImportsThis = 1;\n' },
};

/** `floors.test.ts` runs this gate on mistakes of its own. */
const elsewhere = 'floors';

let project: ReturnType<typeof copyProject>;

beforeAll(() => {
  project = copyProject({ types: true });
});
afterAll(() => project.remove());

describe('every gate fails on a mistake and names its file', () => {
  test('there is a mistake for every gate', () => {
    expect(gates.map(({ name }) => name).sort()).toEqual([...Object.keys(mistakes), elsewhere].sort());
  });

  test.each(gates.filter(({ name }) => name !== elsewhere))('$name', ({ name, tool, parameters }) => {
    const { path, text } = mistakes[name] ?? { path: '', text: '' };
    project.write(path, text);
    const { status, output } = runTool(project.directory, tool, ...parameters);
    expect(status).not.toBe(0);
    expect(output).toContain(path);
  });
});

test('the types gate covers every room', () => {
  const { references } = JSON.parse(readFileSync(join(projectRoot, 'tsconfig.json'), 'utf8')) as {
    references: { path: string }[];
  };
  const rooms = ['shared', 'core', 'main', 'preload', 'renderer', 'cli', 'sandbox'].map(
    (room) => `src/${room}`,
  );
  expect(references.map(({ path }) => path)).toEqual(expect.arrayContaining(rooms));
  for (const room of rooms) {
    // The files of the project itself, without loading what they import, which takes seconds a room.
    const { stdout } = runTool(projectRoot, 'tsc', '-p', room, '--showConfig');
    expect((JSON.parse(stdout) as { files?: readonly string[] }).files ?? []).not.toEqual([]);
  }
});

test('tsc is the native compiler, whichever package was installed first', () => {
  expect(runTool(projectRoot, 'tsc', '--version').output).toMatch(/^Version 7\./);
});

describe('the lock file', () => {
  const text = readFileSync(join(projectRoot, 'package-lock.json'), 'utf8');

  test('names no registry, so that any mirror serves it', () => {
    expect(text).toContain('"integrity"');
    expect(text).not.toContain('"resolved"');
  });

  test('holds nothing that the Node it brings is too old for, which npm was told to be silent about', () => {
    interface Entry {
      readonly version?: string;
      readonly optional?: boolean;
      readonly engines?: { readonly node?: string };
    }
    const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
    const brought = packages['node_modules/node']?.version ?? '';
    const tooNew = (entries: Record<string, Entry>) =>
      Object.entries(entries)
        .filter(([, { optional }]) => optional !== true)
        .filter(([, { engines }]) => !satisfies(brought, engines?.node ?? '*'))
        .map(([path]) => path);
    expect(tooNew(packages)).toEqual([]);
    expect(tooNew({ 'node_modules/of-tomorrow': { engines: { node: '>=99' } } })).toHaveLength(1);
  });

  test('holds every dependency of every package, also those of other systems, so that `npm ci` works on all', () => {
    interface Entry {
      readonly dependencies?: Record<string, string>;
      readonly optionalDependencies?: Record<string, string>;
    }
    const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
    const held = new Set(
      Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)),
    );
    const needed = Object.values(packages).flatMap((entry) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
    );
    expect(needed.length).toBeGreaterThan(100);
    expect(needed.filter((name) => !held.has(name))).toEqual([]);
  });
});

test('a focused test fails the run', () => {
  project.write(
    'test/canary-focused.deep.test.ts',
    "import { test } from 'vitest';\ntest.only('focused', () => undefined);\n",
  );
  const { status, output } = runTool(
    project.directory,
    'vitest',
    'run',
    '--project',
    'integration',
    'canary-focused',
  );
  expect(status).not.toBe(0);
  expect(output).toMatch(/only/i);
});

test('a test run that finds no test fails', () => {
  const { status } = runTool(
    project.directory,
    'vitest',
    'run',
    '--project',
    'unit',
    'no-test-has-this-name',
  );
  expect(status).not.toBe(0);
});
