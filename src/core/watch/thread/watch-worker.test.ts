import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = new URL('./watch-worker.ts', import.meta.url).href;

/** Says the address of each module that the program loads. */
const listing = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
  await import(${JSON.stringify(program)});
  console.log(JSON.stringify(loaded));
`;

test('the thread loads no schemas: they were 95 of its 221 modules, and two fifths of its start', async () => {
  const parameters = ['--input-type=module', '--eval', listing];
  const { stdout } = await promisify(execFile)(process.execPath, parameters);
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded).toContain(program);
  expect(loaded.filter((address) => address.includes('/node_modules/zod/'))).toEqual([]);
});
