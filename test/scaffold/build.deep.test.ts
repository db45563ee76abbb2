import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { findOrBuildApp } from './support/built-app.ts';

let place: string;
let out: string;

const importMapOf = (html: string) => /<script type="importmap">([^<]*)<\/script>/.exec(html)?.[1];
const hashOf = (algorithm: string, bytes: string | Buffer) =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'sluice-build-'));
  out = findOrBuildApp(place);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

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
  test('carries the same policy as the protocol that serves it, and no inline code or style', () => {
    const html = readFileSync(join(out, 'renderer', name), 'utf8');
    const map = importMapOf(html);
    const policy =
      map === undefined
        ? contentSecurityPolicy
        : contentSecurityPolicy.replace("script-src 'self'", (all) => `${all} '${hashOf('sha256', map)}'`);
    expect(html).toContain(`content="${policy}"`);
    expect(html).toMatch(/<script type="module"[^>]* src="\.\/assets\/[^"]+"><\/script>/);
    expect(html).not.toMatch(/<script(?![^>]* (?:src=|type="importmap"))|<style|\sstyle=|\son\w+=/);
  });
});

test('the page of the agent knows all code that it may load, before it loads any', () => {
  const html = readFileSync(join(out, 'renderer/agent.html'), 'utf8');
  const { integrity } = JSON.parse(importMapOf(html) ?? '') as { integrity: Record<string, string> };
  const scripts = readdirSync(join(out, 'renderer/assets')).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  for (const file of scripts) {
    const code = readFileSync(join(out, 'renderer/assets', file));
    expect(integrity[`./assets/${file}`], file).toBe(hashOf('sha384', code));
  }
  expect(html.indexOf('importmap')).toBeLessThan(html.search(/<script type="module"|modulepreload/));
});

describe.each(['index.html', 'agent.html'])('what %s loads before the first word', (name) => {
  /** What the page names, and what that imports and does not only load later. */
  function firstLoad(): Set<string> {
    const html = readFileSync(join(out, 'renderer', name), 'utf8');
    const loaded = new Set<string>();
    const add = (file: string) => {
      if (loaded.has(file)) return;
      loaded.add(file);
      if (!file.endsWith('.js')) return;
      const code = readFileSync(join(out, 'renderer/assets', file), 'utf8');
      for (const [, imported = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+)["'`]/g))
        add(imported);
    };
    const named = html.replace(importMapOf(html) ?? '', '');
    for (const [, file = ''] of named.matchAll(/"\.\/assets\/([^"]+\.(?:js|css))"/g)) add(file);
    return loaded;
  }
  const bytes = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + statSync(join(out, 'renderer/assets', file)).size, 0);

  test('is less than half of all pages, and no page', () => {
    const all = readdirSync(join(out, 'renderer/assets'));
    const loaded = firstLoad();
    // With the number field of Mantine: the upload sheet can show any kind of option.
    expect(bytes(loaded)).toBeLessThan(1_200_000);
    expect(bytes(loaded)).toBeLessThan(bytes(all) / 2);
    const pages = all.filter((file) => /-page-[\w-]{8}\.js$/.test(file));
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.filter((file) => loaded.has(file))).toEqual([]);
  });

  test('is minified', () => {
    const scripts = [...firstLoad()].filter((file) => file.endsWith('.js'));
    const code = scripts.map((file) => readFileSync(join(out, 'renderer/assets', file), 'utf8')).join('\n');
    expect(code.length / code.split('\n').length).toBeGreaterThan(500);
  });
});

describe('what shows a PDF', () => {
  const read = (file: string) => readFileSync(join(out, 'renderer/assets', file), 'utf8');
  const scripts = () => readdirSync(join(out, 'renderer/assets')).filter((file) => file.endsWith('.js'));

  test('is loaded late, once, and makes no code from text', () => {
    const reader = scripts().filter((file) => file.startsWith('pdf-worker-'));
    const viewer = scripts().filter((file) => file.startsWith('start-pdf-'));
    expect([reader.length, viewer.length]).toEqual([1, 1]);
    for (const file of [...reader, ...viewer])
      expect(read(file), file).not.toMatch(/\bnew Function\b|\beval\(/);
    // Nothing else has a copy of it.
    const holders = scripts().filter((file) => read(file).includes('PasswordException'));
    expect(holders.toSorted()).toEqual([...reader, ...viewer].toSorted());
  });

  test('has its fonts, its tables of characters, its decoders and their licences beside it', () => {
    const [folder = ''] = readdirSync(join(out, 'renderer/assets')).filter((name) => /^pdfjs-\d/.test(name));
    const has = (part: string) => readdirSync(join(out, 'renderer/assets', folder, part));
    expect(has('cmaps')).toEqual(expect.arrayContaining(['UniGB-UCS2-H.bcmap', 'LICENSE']));
    expect(has('standard_fonts')).toEqual(expect.arrayContaining(['FoxitSymbol.pfb', 'LICENSE_FOXIT']));
    expect(has('standard_fonts')).toEqual(
      expect.arrayContaining(['LiberationSans-Regular.ttf', 'LICENSE_LIBERATION']),
    );
    // Where no WebAssembly may run, none need be there.
    expect(has('decoders').filter((name) => !name.startsWith('LICENSE'))).toEqual([
      'jbig2_nowasm_fallback.js',
      'openjpeg_nowasm_fallback.js',
    ]);
    // The viewer asks for the version that was built.
    expect(read(scripts().find((file) => file.startsWith('start-pdf-')) ?? '')).toContain(
      folder.replace('pdfjs-', ''),
    );
  });
});

test('all pages share one style sheet, so none looks otherwise after another was loaded', () => {
  const sheets = readdirSync(join(out, 'renderer/assets')).filter((file) => file.endsWith('.css'));
  expect(sheets).toHaveLength(1);
  for (const name of ['index.html', 'agent.html'])
    expect(readFileSync(join(out, 'renderer', name), 'utf8')).toContain(`./assets/${sheets[0]}`);
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
