import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { projectRoot, runTool } from '../support/project-copy.ts';

let out: string;

beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'sluice-build-'));
  const { status, output } = runTool(projectRoot, 'electron-vite', 'build', '--outDir', out);
  expect(status, output).toBe(0);
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

describe('the built preload', () => {
  test('is one CommonJS file that requires nothing but electron', () => {
    expect(readdirSync(join(out, 'preload'))).toEqual(['index.cjs']);
    const code = readFileSync(join(out, 'preload/index.cjs'), 'utf8');
    expect([...code.matchAll(/require\(["'`]([^"'`]*)["'`]\)/g)].map(([, name]) => name)).toEqual([
      'electron',
    ]);
    expect(code).not.toMatch(/^\s*(import|export)\s|\bimport\s*\(/m);
  });
});

describe.each(['index.html', 'agent.html'])('the built page %s', (name) => {
  test('carries the same policy as the protocol that serves it, and no inline script or style', () => {
    const html = readFileSync(join(out, 'renderer', name), 'utf8');
    expect(html).toContain(`content="${contentSecurityPolicy}"`);
    expect(html).toMatch(/<script type="module"[^>]* src="\.\/assets\/[^"]+"><\/script>/);
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  });
});

describe('the built main process', () => {
  test('has the programs it starts beside it', () => {
    const files = readdirSync(join(out, 'main'));
    expect(files).toEqual(expect.arrayContaining(['watch-worker.js', 'volume-worker.js']));
  });

  test('hardens the window and serves pages from a scheme of its own', () => {
    const code = readFileSync(join(out, 'main/index.js'), 'utf8');
    expect(code).toMatch(/contextIsolation: true/);
    expect(code).toMatch(/sandbox: true/);
    expect(code).toMatch(/nodeIntegration: false/);
    expect(code).not.toMatch(/loadFile\(|loadURL\(["'`]file:/);
  });
});
