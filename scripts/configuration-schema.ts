import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { configurationJsonSchema } from '../src/core/configuration/json-schema.ts';

/**
 * Writes the JSON Schema of the configuration file, by which editors complete it:
 * `node scripts/configuration-schema.ts`. With `--check` it only says whether it is current; a test asks for
 * that.
 */
const file = new URL('../resources/sluice.schema.json', import.meta.url);
const schema = configurationJsonSchema();
if (!argv.includes('--check')) writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
// `npm run format` breaks its lines in a way of its own.
else if (!isDeepStrictEqual(JSON.parse(readFileSync(file, 'utf8')), schema)) {
  console.error('resources/sluice.schema.json is not current: run `node scripts/configuration-schema.ts`.');
  process.exitCode = 1;
}
