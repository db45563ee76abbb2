import { type BareUploads, uploadBare } from './bare-uploads.ts';
import { walkBare } from './bare-walk.ts';
import { type BareWatch, watchBare } from './bare-watch.ts';
import { type NaiveClient, uploadNaively } from './naive-client.ts';

/** `index.ts NAME JSON`: runs one floor in a process of its own and prints its answer as JSON. */
const floors: Readonly<Record<string, (input: never) => unknown>> = {
  uploads: (input: BareUploads) => uploadBare(input),
  walk: (input: { root: string }) => walkBare(input.root),
  watch: (input: BareWatch) => watchBare(input),
  naive: (input: NaiveClient) => uploadNaively(input),
};

const [name = '', json = '{}'] = process.argv.slice(2);
const floor = floors[name];
if (floor === undefined) throw new Error(`there is no floor ${name}`);
const answer = await floor(JSON.parse(json) as never);
process.stdout.write(`${JSON.stringify(answer ?? null)}\n`);
