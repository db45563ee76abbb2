import { execFileSync } from 'node:child_process';
import { chmodSync, lutimesSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debArchitecture, writeControl } from './deb-control.ts';
import { layOutDeb } from './deb-tree.ts';
import { sourceDate } from './source-date.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

export interface DebOptions {
  /** What `buildPackage` made: the package has it unchanged, but for how it is started. */
  readonly tarball: string;
  /** The folder the package comes to lie in. */
  readonly to: string;
  /** `none` for tests: to compress Node takes a minute. */
  readonly compression?: 'xz' | 'none';
}

/**
 * Makes the Debian package of the agent, with Debian's own `dpkg-deb`. The same commit and the same Node give
 * the same bytes.
 *
 * @returns the path of the package
 * @throws where there is no `dpkg-deb`, or no Node for a Debian machine
 */
export function buildDeb({ tarball, to, compression = 'xz' }: DebOptions): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const date = sourceDate();
  mkdirSync(join(root, 'out'), { recursive: true });
  const tree = mkdtempSync(join(root, 'out/deb-'));
  try {
    const node = bundledNode();
    layOutDeb(tree, { tarball, node, version, date });
    writeControl(tree, { version, node: join(tree, 'usr/lib/sluice/node') });
    settle(tree, date);
    mkdirSync(to, { recursive: true });
    const deb = join(to, `sluice-agent_${version}-1_${debArchitecture()}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', tree, deb], {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(date.getTime() / 1000) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return deb;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** The Node for this machine that npm's package of it has put into `node_modules`. */
function bundledNode(): string {
  if (process.platform !== 'linux')
    throw new Error('The Debian package is made on Linux: it brings a Node for it.');
  return join(root, 'node_modules/node/bin/node');
}

/** Modes and dates as the package has them, whatever the umask and the hour of who builds it. */
function settle(tree: string, date: Date): void {
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) chmodSync(path, modeOf(path.slice(tree.length + 1), entry.isDirectory()));
    lutimesSync(path, date, date);
  }
  chmodSync(tree, 0o755);
  lutimesSync(tree, date, date);
}

const programs = [
  /^usr\/s?bin\//,
  /^usr\/lib\/sluice\/(?:node|bin\/sluice\.js)$/,
  /^DEBIAN\/(?:postinst|prerm|postrm)$/,
];

function modeOf(path: string, isDirectory: boolean): number {
  // Only root reads the key; the service is handed it.
  if (path === 'etc/sluice/credentials') return 0o700;
  // Proxies' passwords and secret addresses are in it. systemd-tmpfiles lets the service's group read it.
  if (path === 'etc/sluice/environment') return 0o640;
  return isDirectory || programs.some((pattern) => pattern.test(path)) ? 0o755 : 0o644;
}
