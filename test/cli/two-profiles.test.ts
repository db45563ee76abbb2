import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from './support/answer-of.ts';
import { sluice, startService, temporaryFolder } from './support/program.ts';

test('with two profiles it is said where things go, and a folder keeps its own whichever is in force', async () => {
  const [research, desk] = await Promise.all([startService('the-key'), startService('the-key')]);
  const folder = temporaryFolder();
  try {
    const here = (name: string) => join(folder.path, name);
    mkdirSync(here('in'));
    writeFileSync(here('in/report.txt'), 'Apple reported.');
    writeFileSync(here('note.txt'), 'Tesla reported.');
    const run = async (...args: string[]) => {
      const options = { input: 'the-key', directory: folder.path };
      const { code, stdout, stderr } = await sluice([...args, '--data-dir', here('data')], options);
      expect(code, stderr).toBe(0);
      return stdout;
    };
    await run('profiles', 'add', 'research', research.baseUrl);
    const second = await run('profiles', 'add', 'desk', desk.baseUrl);
    expect(second).toContain('Set its key with `sluice key set --profile-name "desk"`.');
    const added = await run('folders', 'add', 'in', '--settle', '0.2', '--label', 'inbox');
    expect(added).toContain(
      `Its files go to research (${research.baseUrl}), even if another profile becomes active.`,
    );

    const used = await run('profiles', 'use', 'desk');
    expect(used).toContain('desk is in force: what you upload by hand and folders you add go there.');
    expect(used).toContain('1 watch folder of other profiles: their files go where they went.');
    expect(await run('folders', 'list')).toMatch(/goes to.*\ninbox .* research /);
    const missing = ['status', '--profile-name', 'research', '--data-dir', here('data')];
    const { stdout } = await sluice(missing, { input: '', directory: folder.path });
    expect(stdout).toContain('missing: SLUICE_API_KEY, or `sluice key set --profile-name "research"`');
    expect(stdout).toContain('otherwise use SLUICE_API_KEY or `sluice key set --profile-name NAME`.');
    for (const name of ['research', 'desk']) await run('key', 'set', '--profile-name', name);
    const watched = await run('watch', '--once');
    expect(watched).toContain(`in, which goes to research (${research.baseUrl})`);
    expect(await run('upload', 'note.txt', '--wait')).toContain(`1 upload to desk (${desk.baseUrl})`);
    expect(await run('uploads', 'show', '1')).toContain(`To research (${research.baseUrl})`);
    expect(await run('uploads', 'list')).toMatch(/goes to/);
    const other = await sluice(['retry', '1', '--data-dir', here('data')], {
      input: '',
      directory: folder.path,
    });
    expect(other.stderr).toContain('1 upload left alone: of another profile.');
    const ask = (...args: string[]) =>
      sluice([...args, '--data-dir', here('data')], { input: '', directory: folder.path });
    expect((await ask('tags', 'list', '--base-url', research.baseUrl)).code).toBe(0);
    expect(await run('upload', 'note.txt', '--wait')).toContain(`to desk (${desk.baseUrl})`);
    const filesOf = async ({ ask }: typeof desk) =>
      ((await ask('audit')) as { documents: { file_name: string }[] }).documents.map(
        ({ file_name: name }) => name,
      );
    expect([await filesOf(research), await filesOf(desk)]).toEqual([['report.txt'], ['note.txt']]);
    const list = await run('documents', 'list', '--profile-name', 'research', '--json');
    const [{ id }] = dataOf(list) as [{ id: string }];
    const deleted = await ask('documents', 'delete', id, '--yes');
    expect([deleted.code, deleted.stdout]).toEqual([3, '']);
    expect(deleted.stderr).toContain(`No such document: desk (${desk.baseUrl}).`);
    expect(await filesOf(research)).toEqual(['report.txt']);
  } finally {
    await Promise.all([research.stop(), desk.stop()]);
    folder.remove();
  }
});

test('watch --once ends with one profile where another stands, and both are named', async () => {
  const [research, desk] = await Promise.all([startService('the-key'), startService('another-key')]);
  const folder = temporaryFolder();
  try {
    const here = (name: string) => join(folder.path, name);
    const run = (...args: string[]) =>
      sluice([...args, '--data-dir', here('data')], { input: 'the-key', directory: folder.path });
    for (const [name, { baseUrl }] of Object.entries({ research, desk })) {
      await run('profiles', 'add', name, baseUrl);
      await run('key', 'set', '--profile-name', name);
      mkdirSync(here(name));
      writeFileSync(here(`${name}/report.txt`), `Apple reported to ${name}.`);
      await run('folders', 'add', name, '--settle', '0', '--profile-name', name);
    }
    const watched = await run('watch', '--once');
    expect(watched.stdout).toContain('! desk: The service did not accept the API key.');
    expect(watched.stdout).toMatch(/1 file uploaded .* 1 completed/);
    expect(watched.code).toBe(4);
    const checked = await run('doctor', '--profile-name', 'research');
    expect(checked.code, checked.stdout).toBe(0);
    const all = await run('doctor');
    expect(all.stdout).toContain('✗ profile desk: The service did not accept the API key.');
    expect(all.code).toBe(4);
  } finally {
    await Promise.all([research.stop(), desk.stop()]);
    folder.remove();
  }
});

test('a folder that `apply` gives to another profile is a new folder of that one: its files go there', async () => {
  const [research, desk] = await Promise.all([startService('the-key'), startService('the-key')]);
  const folder = temporaryFolder();
  try {
    const here = (name: string) => join(folder.path, name);
    const run = async (...args: string[]) => {
      const options = { input: '', directory: folder.path, variables: { LC_ALL: 'C' } };
      const { code, stdout, stderr } = await sluice([...args, '--data-dir', here('data')], options);
      expect(code, stderr).toBe(0);
      return stdout;
    };
    mkdirSync(here('in'));
    writeFileSync(here('in/report.txt'), 'Apple reported.');
    writeFileSync(here('key'), 'the-key\n', { mode: 0o600 });
    const configure = async (profile: string) => {
      const profiles = Object.entries({ research, desk }).map(
        ([name, { baseUrl, agentsUrl }]) =>
          `{ name: ${name}, baseUrl: '${baseUrl}', agentsUrl: '${agentsUrl}', key: { file: key } }`,
      );
      const file = `version: 1\nprofiles: [${profiles}]\nfolders: [{ path: in, settleSeconds: 0.2, profile: ${profile} }]`;
      writeFileSync(here('sluice.yaml'), file);
      return await run('apply', 'sluice.yaml');
    };
    await configure('research');
    await run('watch', '--once');
    expect(await configure('desk')).toContain(`~ profile of folder ${here('in')}`);
    await run('watch', '--once');
    expect(await run('folders', 'list')).toMatch(/ desk .* 1 /);
    for (const { ask } of [research, desk])
      expect(await ask('audit')).toMatchObject({ documents: [{ file_name: 'report.txt' }] });
  } finally {
    await Promise.all([research.stop(), desk.stop()]);
    folder.remove();
  }
});
