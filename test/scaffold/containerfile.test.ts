import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { satisfies } from 'semver';
import { describe, expect, test } from 'vitest';
import { supportedNode } from '../../bin/supported-node.js';
import { projectRoot } from '../support/project-copy.ts';

const text = readFileSync(join(projectRoot, 'Containerfile'), 'utf8');

/** An instruction a line, without comments. */
const instructions = text
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }));
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest);
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
const ofImage = (name: string) => last.filter((one) => one.name === name).map(({ rest }) => rest);

test('the builder would find nothing wrong with it', () => {
  expect(validate(text)).toEqual([]);
  expect(validate('FROM x\nHEALTHCHECK --interva=1s CMD ls\n')).not.toEqual([]);
});

// No engine for containers and no hadolint here: its rules that concern this file, by their codes.
describe('what hadolint asks of it', () => {
  test('DL3006, DL3007: images have a registry, a tag, and not the latest', () => {
    for (const image of all('FROM')) expect(image).toMatch(/^docker\.io\/[\w/]+:\$\{\w+\}-/);
    expect(all('ARG').filter((one) => !/^\w+=(?!latest)\S+$/.test(one))).toEqual([]);
  });

  test('DL3002: it does not run as root, but as a number that a share can know', () => {
    expect(ofImage('USER').at(-1)).toMatch(/^[1-9]\d{4}:[1-9]\d{4}$/);
  });

  test('DL3000, DL3020: folders are absolute, files are copied', () => {
    expect(all('WORKDIR').filter((path) => !path.startsWith('/'))).toEqual([]);
    expect(all('ADD')).toEqual([]);
  });

  test('DL3012, DL4003, DL4004, DL3025: one check, one start, one command, none through a shell', () => {
    for (const name of ['HEALTHCHECK', 'ENTRYPOINT', 'CMD']) expect(ofImage(name), name).toHaveLength(1);
    for (const rest of [...ofImage('ENTRYPOINT'), ...ofImage('CMD'), ...ofImage('HEALTHCHECK')])
      expect(() => JSON.parse(rest.slice(rest.indexOf('['))) as unknown).not.toThrow();
  });

  test('DL3059 and the rest: the image itself fetches nothing', () => {
    expect(last.filter(({ rest }) => /\b(?:apt-get|curl|wget|npm|sudo)\b/.test(rest))).toEqual([]);
  });
});

test('its Node is one that the agent is proven on', () => {
  const [, node = ''] = /^ARG NODE=(\S+)$/m.exec(text) ?? [];
  expect(satisfies(node, supportedNode)).toBe(true);
  const { version } = JSON.parse(
    readFileSync(join(projectRoot, 'node_modules/node/package.json'), 'utf8'),
  ) as { version: string };
  expect(node).toBe(version);
});

test('what it starts lies where npm installs the package, and its data in the volume', () => {
  expect(all('RUN')[0]).toContain('--prefix /opt/sluice');
  expect(ofImage('COPY')[0]).toBe('--from=package /opt/sluice /opt/sluice');
  // By its name, also for `podman exec`: the path begins with what npm and the copied Node put there.
  expect(ofImage('ENV')[0]).toMatch(/^PATH=\/opt\/sluice\/bin:.*SLUICE_DATA_DIR=\/data /);
  expect(ofImage('ENTRYPOINT')[0]).toBe('["sluice"]');
  expect(ofImage('HEALTHCHECK')[0]).toMatch(/CMD \["sluice", "status", "--check"\]$/);
  expect(ofImage('VOLUME')).toEqual(['/data']);
});

test('nothing but the package goes to whoever builds it', () => {
  const ignored = readFileSync(join(projectRoot, '.dockerignore'), 'utf8');
  expect(ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    '*',
    '!dist/sluice-*.tgz',
  ]);
});
