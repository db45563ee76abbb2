import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseMountTable, readMountTable } from './mount-table.ts';

const line = '34 27 8:1 /home/a\\040b /srv/bound\\134 rw master:2 - ext4 /dev/sda1 rw';
const mount = { number: '8:1', point: '/srv/bound\\', root: '/home/a b', type: 'ext4', source: '/dev/sda1' };

test('a line says what is mounted where, with or without optional fields', () => {
  expect(parseMountTable(line)).toEqual([mount]);
  expect(parseMountTable(line.replace(' master:2', ''))).toEqual([mount]);
});

test.each([
  ['empty', ''],
  ['without what is mounted', '22 27 0:21 / /proc rw'],
  ['without a source', '22 27 0:21 / /proc rw - proc'],
  ['that ends at the root', '22 27 0:21 / - proc proc rw'],
  ['with an empty directory', '22 27 0:21 /  rw - proc proc rw'],
])('a line %s is passed over, and those beside it are not', (_, broken) => {
  expect(parseMountTable(`${line}\n${broken}\n${line}`)).toEqual([mount, mount]);
});

test('the table is read from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-mounts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'mountinfo'), `${line}\n`);
  expect(readMountTable(join(folder, 'mountinfo'))).toEqual([mount]);
  expect(readMountTable(join(folder, 'none'))).toEqual([]);
});

test.runIf(process.platform === 'linux')('it is the table of the system unless another is named', () => {
  expect(readMountTable().map(({ point }) => point)).toContain('/');
});
