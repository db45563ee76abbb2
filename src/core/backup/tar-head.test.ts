import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTarHead, tarBlock, writeTarHead } from './tar-head.ts';

const time = Date.UTC(2026, 10, 25, 8, 0, 0);

test.each([0, 1, 511, 0o77777777777, 0o77777777777 + 1, 20_000_000_000])(
  'a head of %i bytes is read as it was written',
  (size) => {
    const head = writeTarHead({ name: 'ledger.sqlite', size }, time);
    expect(head).toHaveLength(tarBlock);
    expect(readTarHead(head)).toEqual({ name: 'ledger.sqlite', size });
  },
);

test('a head with any bit turned is none', () => {
  const head = writeTarHead({ name: 'ledger.sqlite', size: 1000 }, time);
  for (let at = 0; at < tarBlock; at++) {
    const changed = Buffer.from(head);
    changed[at] = (changed[at] ?? 0) ^ 0x41;
    const read = readTarHead(changed);
    // The end of the field of the sum says nothing.
    if (at < 154 || at > 155) expect(read, `byte ${at}`).toBeUndefined();
  }
  expect(readTarHead(Buffer.alloc(tarBlock))).toBeUndefined();
});

test.runIf(process.platform === 'linux')("the system's tar reads it", () => {
  const place = mkdtempSync(join(tmpdir(), 'sluice-tar-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const path = join(place, 'a.tar');
  const content = Buffer.alloc(tarBlock);
  content.write('settings');
  writeFileSync(
    path,
    Buffer.concat([
      writeTarHead({ name: 'settings.json', size: 8 }, time),
      content,
      Buffer.alloc(2 * tarBlock),
    ]),
  );
  const env = { ...process.env, TZ: 'UTC' };
  const listed = execFileSync('tar', ['-tvf', path], { encoding: 'utf8', env });
  expect(listed).toMatch(/^-rw------- (?:0\/0|root\/root) +8 2026-11-25 08:00 settings\.json\n$/);
  expect(execFileSync('tar', ['-xOf', path], { encoding: 'utf8' })).toBe('settings');
});
