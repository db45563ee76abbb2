import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, type Service, sluice, startService, temporaryFolder } from './support/program.ts';
import { english } from '../../src/cli/testing/voices.ts';
import { dataOf } from './support/answer-of.ts';

const key = 'canary-key-gone-documents';
let service: Service;
let folder: { path: string; remove: () => void };
const here = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(here('one.txt'), 'Apple and Microsoft reported higher revenue.');
  writeFileSync(here('chart.png'), Buffer.from('89504e470d0a1a0a0000', 'hex'));
  service = await startService(key);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

function run(data: string, ...args: string[]): Promise<Ended> {
  return sluice([...args, '--data-dir', here(data)], {
    variables: { SLUICE_API_KEY: key },
    directory: folder.path,
  });
}

/** A file that was uploaded with its document, which a colleague then deleted. */
async function deletedByAColleague(data: string): Promise<{ id: number; contentId: string }> {
  const done = await run(data, 'upload', 'one.txt', '--wait', '--base-url', service.baseUrl, '--json');
  const [{ id, contentId }] = dataOf(done.stdout).items;
  const url = `${service.baseUrl}/contents/v1/documents/${contentId}`;
  expect((await fetch(url, { method: 'DELETE', headers: { 'x-api-key': key } })).status).toBe(200);
  return { id, contentId };
}

const gone = 'The service no longer shows this document';

test('T1: whoever is asked first knows of a document that it is gone, and names the same way', async () => {
  const { id, contentId } = await deletedByAColleague('first-upload');
  const again = await run('first-upload', 'upload', 'one.txt');
  expect([again.code, again.stderr]).toEqual([6, expect.stringContaining(gone)]);
  expect(again.stderr).toContain(`\`sluice retry ${id}\``);
  const shown = await run('first-upload', 'uploads', 'show', String(id));
  expect(shown.stdout).toContain('needs you');
  expect(shown.stdout).toContain(gone);
  expect(shown.stdout).toContain(`sluice retry ${id}`);
  const document = await run('first-upload', 'documents', 'show', contentId);
  expect([document.code, document.stderr]).toEqual([3, expect.stringContaining(`\`sluice retry ${id}\``)]);
});

test('T1: an upload that is shown asks for its document first', async () => {
  const { id } = await deletedByAColleague('first-show');
  const shown = await run('first-show', 'uploads', 'show', String(id));
  expect(shown.stdout).toContain(gone);
});

test('T1: a retry of everything leaves what somebody deleted, and says so; a retry of what is done sends nothing', async () => {
  const { id } = await deletedByAColleague('first-retry');
  await run('first-retry', 'uploads', 'show', String(id));
  const all = await run('first-retry', 'retry');
  expect([all.code, all.stdout.trim()]).toEqual([0, expect.stringContaining('Nothing to retry.')]);
  expect(all.stderr).toContain(`1 upload left alone: ${gone}`);
  const live = async () =>
    ((await service.ask('audit')) as { documents: { deleted: boolean }[] }).documents.filter(
      ({ deleted }) => !deleted,
    );
  expect(await live()).toEqual([]);
});

test('a duplicate of an upload that failed is a failure too', async () => {
  const upload = ['upload', 'chart.png', '--wait', '--base-url', service.baseUrl];
  const first = await run('twice-failed', ...upload);
  const second = await run('twice-failed', ...upload);
  expect([first.code, second.code]).toEqual([6, 6]);
  expect(second.stderr).toContain('Upload 1 has these bytes already. ');
  expect(second.stderr).toContain('sluice uploads cancel 1');
});

test('what the service does not take at all is not tried again by itself, and the command that helps is named', async () => {
  const done = await run('types', 'upload', 'chart.png', '--wait', '--base-url', service.baseUrl);
  expect(done.code).toBe(6);
  expect(done.stderr).toContain('Leave this type out');
  expect(done.stderr).toMatch(/^ {2}sluice uploads cancel \d+$/m);
  const again = await run('types', 'retry');
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('1 upload left alone')]);
});

test.each([
  ['everything', []],
  ['its code', ['--code', 'AFTER_UPLOAD_FAILED']],
])(
  'a retry of %s includes a completed upload whose file could not be moved afterwards',
  async (name, flags) => {
    const data = `after-${name}`;
    await run(data, 'upload', 'one.txt', '--wait', '--base-url', service.baseUrl);
    const ledger = new DatabaseSync(here(`${data}/ledger.sqlite`));
    ledger.exec("UPDATE uploads SET code = 'AFTER_UPLOAD_FAILED' WHERE state = 'completed'");
    ledger.close();
    expect((await run(data, 'uploads', 'list')).stdout).toContain(english.reason('AFTER_UPLOAD_FAILED'));
    const again = await run(data, 'retry', ...flags, '--json');
    expect(dataOf(again.stdout)).toMatchObject({ count: 1, items: [{ code: null, state: 'completed' }] });
    expect((await run(data, 'uploads', 'list')).stdout).not.toContain(english.reason('AFTER_UPLOAD_FAILED'));
  },
);

test('a type is left out of a folder before its other rules, which stay', async () => {
  await run(
    'folders',
    'folders',
    'add',
    folder.path,
    '--label',
    'here',
    '--include',
    '*.txt',
    '--base-url',
    service.baseUrl,
  );
  const edited = await run('folders', 'folders', 'edit', 'here', '--leave-out', '*.png', '--json');
  expect(dataOf(edited.stdout).filters).toEqual([
    { action: 'exclude', glob: '*.png' },
    { action: 'include', glob: '*.txt' },
    { action: 'exclude', glob: '**' },
  ]);
});
