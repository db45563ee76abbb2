import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPageServer } from '../annotated/page-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { annotateFolder, sampleDocument } from './jump-documents.ts';
import { JumpReport } from './jump-report.ts';
import { runJumps } from './run-jumps.ts';

const pages = fileURLToPath(new URL('../../out/renderer/', import.meta.url));
const help = `npm run jumps -- [options]

Jumps about in annotated documents, in the built pages: every way to a place, three widths, cold and warm.
A jump has landed when exactly its range is marked, its first line in the middle third of every pane, the
original too, covered by nothing, and it moves no more.

  --jumps N      at least so many (5,000)
  --folder DIR   the documents (../shared/corpus)
  --sample       one document of our own, of the length of a 10-K, in their place
  --only NAME    documents whose names hold it
  --seed N       which jumps (1)
  --json         one line of JSON
`;
const { values } = parseArgs({
  options: {
    jumps: { type: 'string', default: '5000' },
    folder: { type: 'string', default: fileURLToPath(new URL('../../../shared/corpus', import.meta.url)) },
    sample: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(help);
  if (!existsSync(pages)) throw new Error('the pages are not built: run `npm run build` first');
  if (!values.sample && !existsSync(values.folder)) {
    throw new Error(`there is no folder ${values.folder}: name one with --folder`);
  }
  const place = mkdtempSync(join(tmpdir(), 'sluice-jumps-'));
  const report = new JumpReport((line) => process.stderr.write(`${line}\n`));
  const all = values.sample ? [await sampleDocument(place)] : await annotateFolder(values.folder, place);
  const documents = all.filter(
    ({ name, file }) => name.includes(values.only) && file.content.body.length > 0,
  );
  const widths = [900, 1440, 2560];
  const cold = values.sample ? 1 : 3;
  const each = Math.ceil(Number(values.jumps) / (documents.length * widths.length));
  const server = await startPageServer(
    pages,
    documents.map(({ path }) => path),
    documents.map(({ original }) => original),
  );
  const browser = await launchBrowser();
  try {
    await runJumps({
      browser,
      addressOf: (document) => server.addressOf(documents.indexOf(document)),
      documents,
      widths,
      cold,
      warm: Math.max(1, each - cold),
      random: randomNumbers(Number(values.seed)),
      onJump: report.take,
    });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  }
  process.stdout.write(
    values.json ? `${JSON.stringify(report.result(Number(values.seed)))}\n` : report.text(),
  );
  if (!report.isGood) process.exitCode = 1;
}

await main();
