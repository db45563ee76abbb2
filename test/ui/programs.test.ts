import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openBrowser, openerFor } from '../../src/cli/ui/open-browser.ts';
import { until } from '../support/until.ts';

test.runIf(process.platform === 'linux')(
  'the browser that is opened is told no key, and its arguments do not sign in',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-browser-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const seen = join(directory, 'seen');
    // Stands for the system's own, and writes down what it is given.
    const opener = `#!/bin/sh\n{ env; echo "$@"; } > ${seen}.part && mv ${seen}.part ${seen}\n`;
    writeFileSync(join(directory, 'xdg-open'), opener, { mode: 0o755 });
    const address = 'http://127.0.0.1:1/sign-in#token=canary-token';
    const variables = {
      PATH: `${directory}:${process.env.PATH}`,
      DISPLAY: ':7',
      SLUICE_API_KEY: 'canary-key',
      AWS_SECRET_ACCESS_KEY: 'canary-other',
    };
    const failures: string[] = [];
    const remove = await openBrowser(address, directory, variables, () => failures.push('failed'));
    await until('the browser', () => existsSync(seen));
    const told = readFileSync(seen, 'utf8');
    expect(told).toContain('DISPLAY=:7');
    expect(told).toContain('open-ui.html');
    expect(told).not.toContain('canary');
    expect(statSync(join(directory, 'open-ui.html')).mode & 0o077).toBe(0);
    await remove();
    expect(readdirSync(directory).sort()).toEqual(['seen', 'xdg-open']);
    expect(failures).toEqual([]);
  },
);

test('on Windows no program of the current folder is run in place of the one that opens the browser', () => {
  const rest = String.raw`\System32\rundll32.exe`;
  expect(openerFor('win32', { SystemRoot: String.raw`D:\Win` })[0]).toBe(String.raw`D:\Win${rest}`);
  expect(openerFor('win32', {})[0]).toBe(String.raw`C:\Windows${rest}`);
});

test('whoever starts a program gives it no more than a part of the environment', () => {
  const starting = ['cli', 'core', 'main'].flatMap((room) => {
    const directory = fileURLToPath(new URL(`../../src/${room}/`, import.meta.url));
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|testing\//.test(file))
      .map((file) => ({ file: `${room}/${file}`, code: readFileSync(join(directory, file), 'utf8') }))
      .filter(({ code }) => /\b(?:spawn|fork|execFile)(?:Sync)?\)?\(/.test(code));
  });
  expect(starting.length).toBeGreaterThanOrEqual(7);
  const given = [
    /\benv(?:: |: \{\s+\.\.\.)(?:childEnvironment|sandboxVariables)\(/,
    /\benv(?:: |: \{\s+\.\.\.)\(confinement \? confinedEnvironment : childEnvironment\)\(/,
    / env = childEnvironment\(/,
  ];
  const careless = starting.filter(({ code }) => !given.some((way) => way.test(code)));
  expect(careless.map(({ file }) => file)).toEqual([]);
});
