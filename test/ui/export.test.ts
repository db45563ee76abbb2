import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sluice, startService } from '../cli/support/program.ts';
import { place, startAgent } from './support/agent.ts';
import { enter } from './support/page.ts';

test('a page and a command export the same history, byte for byte', async () => {
  const key = 'canary-key-0a6b';
  const service = await startService(key);
  onTestFinished(() => service.stop());
  const directory = place();
  mkdirSync(join(directory, 'in'));
  for (const name of ['=one().txt', '+two.txt', '-three.txt', '@four, "of" four.txt'])
    writeFileSync(join(directory, 'in', name), `The text of ${name}.`);
  const run = async (...args: string[]) => {
    const asked = [...args, '--data-dir', join(directory, 'data')];
    const ended = await sluice(asked, { variables: { SLUICE_API_KEY: key }, directory });
    expect(ended.code, ended.stderr).toBe(0);
    return ended.stdout;
  };
  await run('upload', 'in', '--base-url', service.baseUrl, '--share', '--wait');
  const formats = ['csv', 'json'] as const;
  for (const format of formats)
    await run('uploads', 'export', '--format', format, '--output', `by.${format}`);
  const piped = await run('uploads', 'export');
  const agent = await startAgent(directory);
  const page = await enter(agent.addresses()[0] ?? '');
  const texts = [];
  for (const format of formats) {
    const saved = (await page.call('host.saveFile', { what: 'uploads', format })).json();
    const { address } = saved.value as { address: string };
    const { text } = await page.get(`/${address}`);
    expect(text).toBe(readFileSync(join(directory, `by.${format}`), 'utf8'));
    texts.push(text);
  }
  const [csv = '', json = ''] = texts;
  // What goes to another program has no mark, and is otherwise the same.
  expect(`\uFEFF${piped}`).toBe(csv);
  expect(csv.match(/,"'[=+\-@]/g)).toHaveLength(4);
  expect(JSON.parse(json)).toMatchObject([{}, {}, {}, { shared: true, tags: [] }]);
});
