import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/**
 * Node looks for a package that is not installed in `node_modules` of every folder above. Others may be able
 * to make one there: on Windows any account may make C:\node_modules.
 */
test('the driver of the database asks for no package that Sluice does not bring', () => {
  const client = new URL('../../src/core/team/postgres/team-client.ts', import.meta.url);
  const program = `
    const Module = require('node:module');
    const find = Module._resolveFilename;
    Module._resolveFilename = function (name, ...rest) {
      try {
        return find.call(this, name, ...rest);
      } catch (error) {
        console.log('not found:', name);
        throw error;
      }
    };
    import(${JSON.stringify(client.href)}).then(() => console.log('loaded'));`;
  const said = execFileSync(process.execPath, ['--no-warnings', '-e', program], {
    encoding: 'utf8',
    env: {},
  });
  expect(said).toBe('loaded\n');
});
