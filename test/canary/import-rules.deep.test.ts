import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyProject, runTool } from '../support/project-copy.ts';

const imports = 'lint/style/noRestrictedImports';
const node = 'lint/correctness/noNodejsModules';
const globals = 'lint/style/noRestrictedGlobals';
const undeclared = 'lint/correctness/noUndeclaredDependencies';
/** `scripts/handles.grit`: files are created and changed through handles. */
const handles = 'plugin';

/** One line of code that breaks a rule of the room it is written into, and the rule that must say so. */
const bad: readonly (readonly [room: string, code: string, rule: string])[] = [
  ['shared', "import { app } from 'electron';", imports],
  ['shared', "import type { App } from 'electron';", imports],
  ['shared', "import Store from 'electron-store';", imports],
  ['shared', "import { createCore } from '#core/create-core.ts';", imports],
  ['shared', "import { x } from '../core/ports/clock.ts';", imports],
  ['shared', "import { x } from '../sandbox/index.ts';", imports],
  ['shared', "import { readFileSync } from 'node:fs';", node],
  ['shared', "import { readFileSync } from 'fs';", node],
  ['shared', 'export const x = process.pid;', globals],
  ['shared', "export const x = Buffer.from('');", globals],
  ['shared', "export const x = document.querySelector('p');", globals],
  ['core', "import { app } from 'electron';", imports],
  ['core', "import type { App } from 'electron/main';", imports],
  ['core', "import Store from 'electron-store';", imports],
  ['core', "import { x } from '../cli/index.ts';", imports],
  ['core', "import { x } from '../main/index.ts';", imports],
  ['core', "import { x } from '../renderer/main.tsx';", imports],
  ['core', "import { x } from '../preload/index.ts';", imports],
  ['core', "import { x } from '../sandbox/index.ts';", imports],
  ['core', "export * from '../sandbox/index.ts';", imports],
  ['core', "export const x = await import('../sandbox/index.ts');", imports],
  ['core', "import { x } from '../../src/sandbox/index.ts';", imports],
  ['core', "import { x } from '../../test/anything.ts';", imports],
  ['core', "import { x } from '../shared/errors/app-error.ts';", imports],
  ['core', "import { test } from 'vitest';", undeclared],
  ['core', "import react from 'react';", undeclared],
  ['core', "export const x = require('electron');", globals],
  ['core', "import { readFileSync } from 'node:fs';", imports],
  ['core/watch', "import { readFile } from 'node:fs/promises';", imports],
  ['core/upload', "import { open } from 'fs/promises';", imports],
  ['core/rebuild', "import { readFile } from 'node:fs/promises';", imports],
  ['core/finish', "import type { Stats } from 'node:fs';", imports],
  ['core/ledger', "import { x } from '../../cli/index.ts';", imports],
  ['core/local', "import { x } from '#core/ledger/database.ts';", imports],
  ['core/local', "import { x } from '../ledger/database.ts';", imports],
  ['core/local', "import { app } from 'electron';", imports],
  ['main', "import { x } from '#core/ledger/database.ts';", imports],
  ['main', "import type { X } from '#core/service/schemas/document.ts';", imports],
  ['main', "import { x } from '../core/create-core.ts';", imports],
  ['main', "import { x } from '../core/ledger/intake.ts';", imports],
  ['main', "import { x } from '../renderer/main.tsx';", imports],
  ['main', "import { x } from '../sandbox/index.ts';", imports],
  ['main', "import { x } from '../cli/index.ts';", imports],
  ['preload', "import { shell } from 'electron';", imports],
  ['preload', "import Store from 'electron-store';", imports],
  ['preload', "import { z } from 'zod';", imports],
  ['preload', "import { x } from '#shared/errors/catalog.ts';", imports],
  ['preload', "import { x } from '#core/create-core.ts';", imports],
  ['preload', "import { x } from '../main/index.ts';", imports],
  ['preload', "import { readFileSync } from 'node:fs';", node],
  ['renderer', "import { ipcRenderer } from 'electron';", imports],
  ['renderer', "import type { IpcRenderer } from 'electron';", imports],
  ['renderer', "import { createCore } from '#core/create-core.ts';", imports],
  ['renderer', "import type { X } from '#core/service/schemas/document.ts';", imports],
  ['renderer', "import { inEnglish } from '#shared/sentences/english.ts';", imports],
  ['renderer', "import { x } from '../main/index.ts';", imports],
  ['renderer', "import { x } from '../preload/index.ts';", imports],
  ['renderer', "import { readFileSync } from 'node:fs';", node],
  ['renderer', "import { join } from 'path';", node],
  ['renderer', 'export const x = process.pid;', globals],
  ['renderer', "export const x = Buffer.from('');", globals],
  ['cli', "import { app } from 'electron';", imports],
  ['cli', "import Store from 'electron-store';", imports],
  ['cli', "import { x } from '#core/ledger/database.ts';", imports],
  ['cli', "import type { X } from '#core/service/schemas/document.ts';", imports],
  ['cli', "import { x } from '../core/service/answer.ts';", imports],
  ['cli', "import { x } from '../sandbox/index.ts';", imports],
  ['cli', "import { x } from '../main/index.ts';", imports],
  ['cli', "import { x } from '../renderer/main.tsx';", imports],
  ['sandbox', "import { AppError } from '#shared/errors/app-error.ts';", imports],
  ['sandbox', "import type { X } from '#core/service/schemas/document.ts';", imports],
  ['sandbox', "import { x } from '../shared/errors/app-error.ts';", imports],
  ['sandbox', "import { x } from '../core/create-core.ts';", imports],
  ['sandbox', "import { x } from '../cli/index.ts';", imports],
  ['sandbox', "import { app } from 'electron';", imports],
  ['core/local', "import { copyFile } from 'node:fs/promises';", handles],
  ['core/original', "import { statSync, chmodSync } from 'node:fs';", handles],
  ['core/public', "import { createWriteStream as write } from 'node:fs';", handles],
  ['core/export', "import { writeFile } from 'node:fs/promises';", handles],
  ['core/export', "import { renameSync } from 'node:fs';", handles],
  ['cli', "import { appendFileSync } from 'node:fs';", handles],
  ['cli/ui', "import * as files from 'node:fs';", handles],
  ['main', "import files from 'node:fs';", handles],
  ['main', "export const x = await import('node:fs/promises');", handles],
];

/**
 * What the rules must leave alone; a net that catches everything is as useless as one that catches nothing.
 */
const good: readonly (readonly [path: string, code: string])[] = [
  ['src/shared/canary-good-0.ts', "import { z } from 'zod';\nexport const x = z.string();"],
  [
    'src/shared/canary-good-1.test.ts',
    "import { test } from 'vitest';\nimport { tmpdir } from 'node:os';\ntest(tmpdir(), () => undefined);",
  ],
  [
    'src/core/canary-good-0.ts',
    "import { AppError } from '#shared/errors/app-error.ts';\nimport { watch } from 'chokidar';\nexport const x = [AppError, watch];",
  ],
  [
    'src/core/deep/canary-good-1.ts',
    "import { createHash } from 'node:crypto';\nimport { x } from '../canary-good-0.ts';\nexport const y = [createHash, x];",
  ],
  [
    'src/core/local/canary-good-0.ts',
    "import { readFile } from 'node:fs/promises';\nimport { AppError } from '#shared/errors/app-error.ts';\nexport const y = [readFile, AppError];",
  ],
  [
    'src/core/export/canary-good-0.ts',
    "import { open, rm } from 'node:fs/promises';\nexport const y = [open, rm];",
  ],
  // The data folder is ours.
  [
    'src/core/data-folder/canary-good-0.ts',
    "import { chmodSync } from 'node:fs';\nexport const y = chmodSync;",
  ],
  ['src/core/ledger/canary-good-0.ts', "import { statSync } from 'node:fs';\nexport const y = statSync;"],
  ['src/core/watch/canary-good-0.test.ts', "import { statSync } from 'node:fs';\nexport const y = statSync;"],
  [
    'src/main/canary-good-0.ts',
    "import { app } from 'electron';\nimport { createCore } from '#core/create-core.ts';\nexport const x = [app, createCore];",
  ],
  [
    'src/preload/canary-good-0.ts',
    "import { contextBridge, webUtils } from 'electron';\nexport const x = [contextBridge, webUtils];",
  ],
  [
    'src/renderer/canary-good-0.ts',
    "import { AppError } from '#shared/errors/app-error.ts';\nexport const x = [AppError, document.title];",
  ],
  [
    'src/cli/deep/canary-good-0.ts',
    "import { createCore } from '#core/create-core.ts';\nimport { silentLogger } from '#core/ports/logger.ts';\nimport { x } from '../index.ts';\nexport const y = [createCore, silentLogger, x];",
  ],
  [
    'src/sandbox/canary-good-0.ts',
    "import { createServer } from 'node:http';\nimport { parse } from 'csv-parse/sync';\nexport const x = [createServer, parse];",
  ],
];

let project: ReturnType<typeof copyProject>;
const found = new Map<string, string[]>();

beforeAll(() => {
  project = copyProject();
  for (const [index, [room, code]] of bad.entries()) project.write(badPath(index, room), `${code}\n`);
  for (const [path, code] of good) project.write(path, `${code}\n`);
  const { stdout } = runTool(
    project.directory,
    'biome',
    'lint',
    '--reporter=github',
    '--max-diagnostics=none',
    // Only what is looked at below: the gate lints the rest.
    ...bad.map(([room], index) => badPath(index, room)),
    ...good.map(([path]) => path),
  );
  for (const [, rule, path] of stdout.matchAll(/^::\w+ title=([^,]+),file=([^,]+),/gm)) {
    const key = (path ?? '').slice((path ?? '').lastIndexOf('/src/') + 1);
    found.set(key, [...(found.get(key) ?? []), rule ?? '']);
  }
});
afterAll(() => project.remove());

function badPath(index: number, room: string): string {
  return `src/${room}/canary-bad-${index}.ts`;
}

describe('the lint refuses a bad import in each room', () => {
  test.each(bad.map(([room, code, rule], index) => ({ room, code, rule, index })))(
    '$room: $code',
    ({ room, rule, index }) => {
      expect(found.get(badPath(index, room))).toContain(rule);
    },
  );
});

describe('the lint leaves a good import alone', () => {
  test.each(good.map(([path, code]) => ({ path, code })))('$path', ({ path }) => {
    const rules = (found.get(path) ?? []).filter((rule) =>
      [imports, node, globals, undeclared, handles].includes(rule),
    );
    expect(rules).toEqual([]);
  });
});
