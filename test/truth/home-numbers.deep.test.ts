import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { inEnglish } from '#shared/sentences/english.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { createEngine, until } from '../support/engine-fixture.ts';
import { expectNumbersOfHome, numbersOf } from './numbers-of-home.ts';
import { openPages, type Pages, untilSaid } from './open-pages.ts';

const refuseOnce = {
  match: { method: 'POST', path: '^/contents/v1/documents$' },
  kind: 'status',
  status: 422,
  times: 2,
} as const;

const countsOf = async ({ calls }: Core) => (await calls['agent.status']({})).counts;

/** Home, once it shows numbers that lead to so many addresses. */
async function homeOf(core: Core, links: readonly string[]): Promise<Pages> {
  const pages = await openPages(core);
  const shown = () => numbersOf(pages).map(({ href, count }) => `${href.replace(/^#\//, '')}: ${count}`);
  await until('Home shows its numbers', () => links.every((link) => shown().includes(link))).catch(
    (error: unknown) => {
      throw new Error(`instead: ${shown().join(', ')}`, { cause: error });
    },
  );
  return pages;
}

test('X6: at every stage of an upload the number leads to exactly those uploads', async () => {
  const engine = await createEngine({
    speed: 1,
    // Two at a time: the one that is cancelled, and one of the new ones.
    profile: { uploadsAtOnce: 1 },
    sandbox: { enrichSeconds: [3_600, 3_601], faults: [refuseOnce] },
    tuning: { watch: { unfinishedFor: 3_600_000 } },
  });
  const folder = engine.folder('inbox', { settleSeconds: 0 });
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  for (const name of ['a', 'b', 'c', 'd', 'e']) engine.file(`inbox/${name}.txt`);
  engine.file('inbox/half.pdf', '%PDF-1.7 and no end');
  engine.file('inbox/.secret.txt');
  const core = await engine.start('watch');
  await until('three are processed, two were refused', async () => {
    const { processing, attention } = await countsOf(core);
    return processing === 3 && attention === 2;
  });
  engine.sandbox.faults.replace([{ match: { origin: 'api' }, kind: 'hang' }]);
  const { rows } = await core.calls['uploads.list']({ filter: { states: ['processing'] } });
  await core.calls['uploads.cancel']({ filter: { ids: [rows[0]?.id ?? 0] } });
  for (let one = 0; one < 12; one++) engine.file(`inbox/more/of ${one}.txt`);
  let counts: Record<string, number> = {};
  await until('some are sent, and no more may be', async () => {
    counts = await countsOf(core);
    const { enriching = 0, queued = 0, cancelling } = counts;
    return enriching === 1 && queued === 11 && cancelling === 1;
  }).catch((error: unknown) => {
    throw new Error(`instead: ${JSON.stringify(counts)}`, { cause: error });
  });
  const sending = 'enriching%2Creserved%2Cputting%2Cverifying';
  const pages = await homeOf(core, [
    `uploads?state=${sending}: 1`,
    'uploads?state=queued: 11',
    'uploads?state=processing: 2',
    'uploads?state=cancelling: 1',
    'folders/inbox/files?place=seen: 19',
    'folders/inbox/files?place=waiting&reason=pdf-end: 1',
  ]);
  await expectNumbersOfHome(pages);
});

test('X6: with two folders of two profiles each number leads to the files and uploads of its own', async () => {
  const engine = await createEngine({ speed: 1 });
  const other = profileSchema.parse({ id: 'other', name: 'Other', baseUrl: engine.sandbox.baseUrl });
  const folders = [
    engine.folder('inbox', { settleSeconds: 0 }),
    engine.folder('desk', { settleSeconds: 0, profileId: other.id }),
    engine.folder('choose', { settleSeconds: 0, firstRun: 'choose' }),
  ];
  for (const name of ['a', 'b', 'c']) engine.file(`choose/${name}.txt`);
  for (const name of ['d', 'e']) engine.file(`desk/${name}.txt`);
  for (const name of ['f', 'g', 'h', 'i']) engine.file(`inbox/${name}.txt`);
  await engine.settings.update((settings) => ({
    ...settings,
    profiles: [...settings.profiles, other],
    folders,
  }));
  const core = await engine.start('watch');
  await until('four of the one, two of the other', async () => (await countsOf(core)).completed === 6);
  await core.calls['agent.pause']({});
  for (const name of ['j', 'k', 'l']) engine.file(`inbox/${name}.txt`);
  engine.file('desk/m.txt');
  await until('the new ones are queued', async () => (await countsOf(core)).queued === 4);
  const pages = await homeOf(core, [
    'uploads?state=queued: 4',
    'folders/inbox/files?place=searchable: 4',
    'folders/inbox/files?place=inProgress: 3',
    'folders/desk/files?place=searchable: 2',
    'folders/choose/files?place=attention&reason=CHOICE_PENDING: 3',
  ]);
  await expectNumbersOfHome(pages);
  expect(numbersOf(await homeOf(core, ['uploads?state=queued: 4'])).length).toBeGreaterThan(8);
});

test('Uploads counts a file that is taken while no key is set', async () => {
  const engine = await createEngine();
  engine.dependencies.secrets.getKey = async () => undefined;
  await engine.settings.update((settings) => ({ ...settings, folders: [engine.folder('inbox')] }));
  const core = await engine.start('watch');
  await until('it is known', async () => (await core.calls['agent.status']({})).health.state === 'trouble');
  const pages = await openPages(core, '#/uploads');
  await untilSaid(pages, inEnglish.say('uploads.total', { count: 0 }));
  engine.file('inbox/a.txt');
  await untilSaid(pages, inEnglish.say('uploads.total', { count: 1 }));
});
