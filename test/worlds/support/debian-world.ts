import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { buildDeb } from '../../../scripts/build-deb.ts';
import { findOrBuildPackage } from '../../../scripts/build-package.ts';
import { findOrBuildApp } from '../../scaffold/support/built-app.ts';
import { type BootedSystem, bootSystem, canBootSystems } from './booted-system.ts';
import { apiKey } from './fixture.ts';
import { canMakeNetworks, createOtherHost } from './network.ts';
import { startSecondService, type WorldService } from './service.ts';

export const canMakeDebianWorlds = canBootSystems && canMakeNetworks;

/** A booted Debian that knows the hosts of the pages in `docs`; the package is in `/root`, not installed. */
export interface DebianWorld {
  readonly system: BootedSystem;
  /** Runs at `https://content.example.com/v1`, the address that the pages use. */
  readonly service: WorldService;
  /** Runs a script as root, which has to succeed, and returns what it wrote. */
  inside(script: string, input?: string): string;
  remove(): Promise<void>;
}

export async function createDebianWorld(): Promise<DebianWorld> {
  const place = mkdtempSync(join(tmpdir(), 'sluice-debian-'));
  const undo: (() => unknown)[] = [() => rmSync(place, { recursive: true, force: true })];
  const remove = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const pages = join(findOrBuildApp(join(place, 'out')), 'renderer');
    const tarball = await findOrBuildPackage({ pages, to: place });
    const deb = buildDeb({ tarball, to: place, compression: 'none' });
    const host = createOtherHost();
    undo.push(host.remove);
    const name = 'content.example.com';
    const service = await startSecondService({ [apiKey]: 'anna' }, host, { name, port: 443, prefix: '/v1' });
    undo.push(service.stop);
    const system = await bootSystem();
    undo.push(system.remove);
    const inside = (script: string, input?: string) => {
      const { code, output } = system.run(script, input);
      expect(code, `${script}\n${output}`).toBe(0);
      return output.trim();
    };
    copyFileSync(deb, join(system.root, 'root', basename(deb)));
    copyFileSync(String(service.authority), join(system.root, 'usr/local/share/ca-certificates/world.crt'));
    const hosts = `127.0.0.1 localhost ${inside('hostname')}\n${host.address} ${name}\n`;
    writeFileSync(join(system.root, 'etc/hosts'), hosts);
    inside('update-ca-certificates');
    return { system, service, inside, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
