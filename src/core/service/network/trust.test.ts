import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import { createTrust, readCertificates } from './trust.ts';

test.runIf(process.platform !== 'win32')(
  'a file of certificates that others can change is reported, in its own folder and behind a link',
  () => {
    const place = mkdtempSync(join(tmpdir(), 'sluice-trust-'));
    onTestFinished(() => rmSync(place, { recursive: true }));
    const [shared, own] = [join(place, 'shared'), join(place, 'own')];
    for (const folder of [shared, own]) mkdirSync(folder, { mode: 0o755 });
    const [file, link] = [join(own, 'ca.pem'), join(shared, 'ca.pem')];
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', { mode: 0o644 });
    symlinkSync(file, link);
    const warn = vi.fn();
    const isOpen = (path: string) =>
      createTrust({ logger: { ...silentLogger, warn }, file: () => path, readSystem: vi.fn() }).state().file
        ?.open;
    expect([isOpen(file), isOpen(link)]).toEqual([false, false]);
    chmodSync(file, 0o664);
    expect([isOpen(file), isOpen(link)]).toEqual([true, true]);
    chmodSync(file, 0o644);
    chmodSync(shared, 0o777);
    expect([isOpen(file), isOpen(link)]).toEqual([false, true]);
    // Whoever can rename the folder can put another one in its place.
    const deep = join(shared, 'deep');
    mkdirSync(deep, { mode: 0o755 });
    symlinkSync(file, join(deep, 'ca.pem'));
    expect(isOpen(join(deep, 'ca.pem'))).toBe(true);
    chmodSync(shared, 0o1777);
    expect([isOpen(link), isOpen(join(deep, 'ca.pem'))]).toEqual([false, false]);
  },
);

test.runIf(process.platform !== 'win32')(
  'a named pipe in the place of certificates is not waited for',
  () => {
    const place = mkdtempSync(join(tmpdir(), 'sluice-trust-'));
    onTestFinished(() => rmSync(place, { recursive: true }));
    const pipe = join(place, 'ca.pem');
    execFileSync('mkfifo', [pipe]);
    expect(readCertificates(pipe)).toEqual({ certificates: [], readable: false });
  },
);
