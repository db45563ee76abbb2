import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** Stands in for the agent: says how it was called, waits when told to, and ends cleanly on SIGTERM. */
const program = `
process.on('SIGTERM', () => { console.log('ended cleanly'); process.exit(7); });
const major = Number.parseInt(process.versions.node);
console.log(JSON.stringify({ major, arguments: process.argv.slice(2) }));
if (process.argv[2] === 'wait') setInterval(() => undefined, 1000);
else process.exitCode = 5;
`;

/** A Node of version 20 as far as the launcher can see: it decides by \`process.versions.node\`. */
const oldNode =
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });\n";

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-launcher-'));
  mkdirSync(join(directory, 'src/cli'), { recursive: true });
  cpSync(join(projectRoot, 'bin'), join(directory, 'bin'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(directory, 'src/cli/index.ts'), program);
  writeFileSync(join(directory, 'old-node.mjs'), oldNode);
  symlinkSync(join(projectRoot, 'node_modules'), join(directory, 'node_modules'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function launch(kind: 'new' | 'old', ...parameters: string[]) {
  const preload = kind === 'old' ? ['--import', join(directory, 'old-node.mjs')] : [];
  const child = spawn(process.execPath, [...preload, join(directory, 'bin/sluice.js'), ...parameters]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output, exit: once(child, 'exit') };
}

describe.each(['new', 'old'] as const)('started on a %s Node, the launcher', (kind) => {
  test('hands over arguments and exit code, on a Node that is new enough', async () => {
    const { output, exit } = launch(kind, 'upload', '--tag', 'a b', '');
    expect(await exit).toEqual([5, null]);
    expect(JSON.parse(output())).toEqual({
      major: expect.any(Number),
      arguments: ['upload', '--tag', 'a b', ''],
    });
    expect(JSON.parse(output()).major).toBeGreaterThanOrEqual(24);
  });

  test('forwards SIGTERM and waits for the agent to end', async () => {
    const { child, output, exit } = launch(kind, 'wait');
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await exit).toEqual([7, null]);
    expect(output()).toContain('ended cleanly');
  });
});
