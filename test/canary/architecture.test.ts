import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

const page = readFileSync(join(projectRoot, 'docs/ARCHITECTURE.md'), 'utf8');
const rooms = readdirSync(join(projectRoot, 'src/core'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('the picture shows each room of core, on the floor that the imports are held to', async () => {
  const config = new URL('../../dependency-cruiser.config.mjs', import.meta.url).href;
  const { floors } = (await import(config)) as { floors: readonly (readonly string[])[] };
  const shown = floors.map((_, floor) => {
    const [, body = ''] = new RegExp(`subgraph floor${floor} .*\n([\\s\\S]*?)\n {2}end`).exec(page) ?? [];
    return body.split('\n').map((line) => line.trim());
  });
  expect(shown.map((floor) => floor.filter((name) => name !== 'create-core.ts'))).toEqual(floors);
  expect(shown.flat()).toContain('create-core.ts');
  expect(floors.flat().sort()).toEqual(rooms.sort());
});

test('the list of rooms names each folder of core once, and no other', () => {
  const [, list = ''] = /\n {2}core\/ .*\n([\s\S]*?)\n {2}cli\//.exec(page) ?? [];
  const named = [...list.matchAll(/^ {4}([a-z-]+)\/ /gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(rooms.sort());
});

test('the page names the rooms that the lint lets touch files beside the gate', () => {
  const { overrides } = JSON.parse(readFileSync(join(projectRoot, 'biome.json'), 'utf8')) as {
    readonly overrides: readonly { readonly includes: readonly string[] }[];
  };
  const may = overrides.map(({ includes }) => includes).find(([first]) => first?.startsWith('src/core/{'));
  const allowed = (may ?? []).flatMap((glob) => {
    const [, under = '', names = ''] = /^src\/core\/(.*)\{([\w,-]+)\}(?:\.ts|\/\*\*)$/.exec(glob) ?? [];
    return names === '' ? [] : names.split(',').map((name) => `${under}${name}${under && '.ts'}`);
  });
  const [, said = ''] =
    /The lint keeps `node:fs` out of the rest of core,([\s\S]*?)dialog\./.exec(page) ?? [];
  const named = [...said.matchAll(/`([\w/.-]+)`/g)].map(([, name]) => name);
  expect([...named, 'local'].sort()).toEqual(allowed.sort());
});
