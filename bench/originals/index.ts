import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { build } from 'vite';
import { kindOf } from '#core/original/kind-of.ts';
import { pageOf } from '#core/original/page/page-of.ts';
import { piecesOf } from '#shared/anchor/pieces-of.ts';
import { annotateFolder } from '../jumps/jump-documents.ts';
import { launchBrowser } from '../support/browser.ts';
import { disturbPage, readSeen } from './in-frame.ts';
import { countPlaced, type PlacedCount, standsByOrder } from './place-pieces.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const help = `npm run originals -- [options]

Finds the sentences of annotated documents in the text of their originals, as a browser shows them, and in
copies of which the spaces, hyphens and order are others. A place counts as false where it is called exact
and its words are others, or the order of the text says that it stands elsewhere; where the order says nothing
('checked' are those of which it does), also where on both sides of it stand other words than in the document,
unless it is a block whose words stand once.

  --folder DIR   the originals (our samples, and ../shared/corpus where it is)
  --only NAME    originals whose names hold it
  --json         one line of JSON
`;
const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
/** Of the exact places, so many must be told by the order of the text. */
const leastChecked = 0.99;
const usual = [
  at('../../resources/samples/broker-research'),
  at('../../resources/samples/company-updates'),
  at('../../../shared/corpus'),
].filter((folder) => existsSync(folder));

async function main(): Promise<void> {
  if (values.help) return void process.stdout.write(help);
  const place = mkdtempSync(join(tmpdir(), 'sluice-originals-'));
  const script = await frameText();
  const browser = await launchBrowser();
  const plain: PlacedCount = { all: 0, exact: 0, checked: 0, false: [] };
  const other: PlacedCount = { all: 0, exact: 0, checked: 0, false: [] };
  /** Of which other words are extracted than are shown: the plain part of a mail, and XML by its elements. */
  const unlike: PlacedCount = { all: 0, exact: 0, checked: 0, false: [] };
  try {
    for (const folder of values.folder ?? usual)
      for (const { name, file } of await annotateFolder(folder, place)) {
        if (!name.includes(values.only)) continue;
        const pieces = file.content.body.flatMap(({ text, sentences }) =>
          piecesOf(text, sentences).map(({ start, end }) => text.slice(start, end)),
        );
        const isUnlike = /\.(?:eml|xml)$/u.test(name);
        const counts = isUnlike ? ([unlike, unlike] as const) : ([plain, other] as const);
        await measure(browser, script, join(folder, name), name, pieces, ...counts);
      }
  } finally {
    await browser.close();
    rmSync(place, { recursive: true, force: true });
  }
  const share = ({ exact, all }: PlacedCount) => exact / Math.max(1, all);
  const result = {
    sentences: plain.all,
    exact: share(plain),
    checked: plain.checked,
    false: plain.false.length,
    disturbed: share(other),
    checkedDisturbed: other.checked,
    falseDisturbed: other.false.length,
    falseUnlike: unlike.false.length,
  };
  const allFalse = [...plain.false, ...other.false, ...unlike.false];
  for (const wrong of allFalse) process.stderr.write(`false: ${wrong}\n`);
  process.stdout.write(`${JSON.stringify(result, null, values.json ? 0 : 2)}\n`);
  const isChecked = [plain, other].every(({ checked, exact }) => checked >= exact * leastChecked);
  const isGood = isChecked && result.exact >= 0.995 && result.disturbed >= 0.97 && plain.all > 100;
  if (!isGood || allFalse.length > 0) process.exitCode = 1;
}

async function measure(
  browser: Browser,
  script: string,
  path: string,
  name: string,
  pieces: readonly string[],
  plain: PlacedCount,
  other: PlacedCount,
): Promise<void> {
  const bytes = readFileSync(path);
  const kind = kindOf(name, bytes.subarray(0, 4096));
  if (kind === null || kind === 'pdf') return;
  const page = await browser.newPage();
  await page.setContent(await pageOf(kind, bytes));
  await page.addScriptTag({ content: script });
  const seen = await page.evaluate(readSeen);
  const truth = standsByOrder(seen, pieces);
  const before = { ...plain };
  countPlaced(seen, pieces, truth, plain);
  await page.evaluate(disturbPage, pieces.length);
  const beforeOther = { ...other };
  countPlaced(await page.evaluate(readSeen), pieces, truth, other);
  await page.close();
  if (values.json) return;
  const exact = `${plain.exact - before.exact} of ${plain.all - before.all}`;
  process.stdout.write(`${name}: ${exact} exact, ${other.exact - beforeOther.exact} disturbed\n`);
}

/** The text as the pages read it: the same code, as a script that leaves it in `FrameText`. */
async function frameText(): Promise<string> {
  const entry = at('../../src/renderer/features/annotated/original/frame/frame-text.ts');
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'frameText' } },
  });
  const [first] = Array.isArray(built) ? built : [];
  const code = first?.output[0].code;
  if (code === undefined) throw new Error('the text of a page was not built');
  return `${code}; globalThis.FrameText = frameText.FrameText;`;
}

await main();
