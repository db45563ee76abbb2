import { expect, test } from 'vitest';
import type { FileStanding } from '#shared/bridge/folders.ts';
import { standingReason, standingWord } from '../../src/cli/output/standing-text.ts';
import { english } from '../../src/cli/testing/voices.ts';
import { createEngine, until } from '../support/engine-fixture.ts';

const said = (standing: FileStanding) =>
  `${standingWord(standing, english)}: ${standingReason(standing, Date.now(), english)}`;

test('T-3: the row of a file in a folder says what became of it, in the dry run as in the lists behind the numbers', async () => {
  const engine = await createEngine({
    sandbox: { annotate: true },
    tuning: { watch: { unfinishedFor: 3_600_000 } },
  });
  const folder = engine.folder('inbox', { settleSeconds: 0, enrichments: [] });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  for (const name of ['done.txt', 'copy.txt']) engine.file(`inbox/${name}`, 'the same words');
  for (const name of ['broken.exe', 'sub/broken-copy.exe']) engine.file(`inbox/${name}`, 'MZ\0\0');
  engine.file('inbox/half.pdf', '%PDF-1.7 and no end');
  engine.file('inbox/.secret.txt');
  const core = await engine.start('watch');
  const coverageNow = async () => (await core.calls['folders.list']({}))[0]?.coverage;
  await until('each has come to its place', async () => {
    const coverage = await coverageNow();
    return coverage?.searchable === 2 && coverage.attention === 2 && coverage.waiting === 1;
  });
  const { rows, ...counts } = await core.calls['folders.preview']({ folder, hash: true });
  const standings = Object.fromEntries(rows.map(({ path, standing }) => [path, standing]));
  expect(counts).toMatchObject({ seen: 6, taken: 4, upload: 1, duplicate: 0, ignored: 1, held: 0 });
  const failed = 'needs you: The service does not process files of this type. Leave this type out';
  const words = Object.entries(standings).map(([path, standing]) => [path, standing && said(standing)]);
  expect(Object.fromEntries(words)).toEqual({
    'done.txt': expect.stringMatching(/^(searchable|duplicate): $/),
    'copy.txt': expect.stringMatching(/^(searchable|duplicate): $/),
    'broken.exe': expect.stringContaining(failed),
    'sub/broken-copy.exe': expect.stringContaining(failed),
    'half.pdf': expect.stringMatching(/^waits: It ends without %%EOF\. Taken at /),
    '.secret.txt': 'ignored: Hidden files are left out by this folder.',
  });
  const coverage = await coverageNow();
  for (const place of ['seen', 'searchable', 'inProgress', 'waiting', 'ignored', 'attention'] as const) {
    const files = await core.calls['folders.files']({ folderId: folder.id, place });
    expect(files.rows, place).toHaveLength(coverage?.[place] ?? -1);
    for (const { path, id, size, since, ...standing } of files.rows) {
      expect(standing, path).toEqual(standings[path]);
      if (place !== 'seen' && place !== 'waiting') expect(standing.place).toBe(place);
      expect([id, size, since].every((value) => value > 0)).toBe(true);
    }
  }
});
