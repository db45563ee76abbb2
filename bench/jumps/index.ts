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

const help = `npm run jumps -- [options]

Jumps about in annotated documents, in the built pages: every way to a place, three widths, into a document
that is open (warm), or that is opened for it: in a window that was looked at for three seconds (opened) or
drawn this moment (hasty), with a window (cold), or with the first one of a browser that has nothing of
Sluice (first). A jump has landed when exactly its range is marked, its first line in the middle third of
every pane, the original too, covered by nothing, and it moves no more; every 20th, and all into a document
that is opened for it, are watched for a second more. Its time begins at the key, the click or the address.
Ended by a signal, it reports what was done.

  --jumps N      at least so many (5,000)
  --folder DIR   the documents (../shared/corpus)
  --sample       one document of our own, of the length of a 10-K, in their place
  --only NAME    documents whose names hold it
  --pages DIR    the built pages (out/renderer), to compare with those of another build
  --seed N       which jumps (1)
  --json         one line of JSON
`;
const { values } = parseArgs({
  options: {
    jumps: { type: 'string', default: '5000' },
    folder: { type: 'string', default: fileURLToPath(new URL('../../../shared/corpus', import.meta.url)) },
    sample: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    pages: { type: 'string', default: fileURLToPath(new URL('../../out/renderer/', import.meta.url)) },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(help);
  if (!existsSync(values.pages)) throw new Error('the pages are not built: run `npm run build` first');
  if (!values.sample && !existsSync(values.folder)) {
    throw new Error(`there is no folder ${values.folder}: name one with --folder`);
  }
  const place = mkdtempSync(join(tmpdir(), 'sluice-jumps-'));
  const report = new JumpReport((line) => process.stderr.write(`${line}\n`));
  const all = values.sample
    ? [await sampleDocument(place)]
    : await annotateFolder(values.folder, place, values.only);
  const documents = all.filter(({ file }) => file.content.body.length > 0);
  const widths = [900, 1440, 2560];
  const into = values.sample
    ? (['first', 'hasty'] as const)
    : (['first', 'hasty', 'cold', 'opened'] as const);
  const each = Math.ceil(Number(values.jumps) / (documents.length * widths.length));
  const server = await startPageServer(
    values.pages,
    documents.map(({ path }) => path),
    documents.map(({ original }) => original),
  );
  // Playwright would end the browser by itself, and this process with it.
  const browser = await launchBrowser({ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false });
  const ending = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals)
    process.once(signal, () => {
      report.isPart = true;
      ending.abort();
      void browser.close();
    });
  try {
    await runJumps({
      browser,
      addressOf: (document) => server.addressOf(documents.indexOf(document)),
      documents,
      widths,
      into,
      warm: Math.max(1, each - into.length),
      random: randomNumbers(Number(values.seed)),
      onJump: report.take,
      onProcessor: report.takeProcessor,
      signal: ending.signal,
    });
  } catch (error) {
    report.isPart = true;
    if (!ending.signal.aborted) process.stderr.write(`${String(error)}\n`);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  }
  const seed = Number(values.seed);
  process.stdout.write(values.json ? `${JSON.stringify(report.result(seed))}\n` : report.text(seed));
  if (!report.isGood) process.exitCode = 1;
}

await main();
