import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** There is no address yet that somebody reads. */
export const maintainer = 'The Sluice contributors <sluice@example.invalid>';

/** The newest version of the C++ library's interface that libstdc++6 5.2 has. */
const newestInterface = '3.4.21';

/** What makes the user and its folders, also on a system without systemd. */
const makers = ['sysusers', 'tmpfiles'].map(
  (name) => `systemd | systemd-standalone-${name} | systemd-${name}`,
);

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Debian's name for the processor of this machine. */
export function debArchitecture(processor: string = process.arch): string {
  const name = architectures[processor];
  if (name === undefined) throw new Error(`There is no Node for Debian on ${processor}.`);
  return name;
}

/** Writes what Debian is told of the package that lies below `tree`. */
export function writeControl(tree: string, { version, node }: { version: string; node: string }): void {
  const folder = join(tree, 'DEBIAN');
  mkdirSync(folder);
  for (const script of ['postinst', 'prerm', 'postrm'])
    copyFileSync(join(root, 'resources/debian', script), join(folder, script));
  const files = filesBelow(tree);
  const settings = files.filter((file) => file.startsWith('etc/'));
  writeFileSync(join(folder, 'conffiles'), settings.map((file) => `/${file}\n`).join(''));
  writeFileSync(join(folder, 'md5sums'), sums(tree, files).join(''));
  writeFileSync(join(folder, 'control'), control(version, neededLibraries(node), kilobytes(tree, files)));
}

function control(version: string, libraries: string, size: number): string {
  return `Package: sluice-agent
Version: ${version}-1
Architecture: ${debArchitecture()}
Maintainer: ${maintainer}
Installed-Size: ${size}
Depends: ${[libraries, ...makers].join(', ')}
Recommends: ca-certificates
Conflicts: sluice
Section: net
Priority: optional
Description: gets a research team's documents into a content service
 Sluice watches folders, waits until each file in them is complete, uploads it
 once to a financial content service and follows it until the service has
 annotated it. Killed at any moment it continues where it was, loses nothing
 and uploads nothing twice.
 .
 This is Sluice without a window, for servers: the command line, a service for
 systemd, and the pages of the app for a browser on the same machine. It brings
 a Node of its own.
`;
}

/** What Node was linked with, as it says itself. */
function neededLibraries(node: string): string {
  const program = readFileSync(node, 'latin1');
  const c = newest(program, /\0GLIBC_(\d+\.\d+)(?=\0)/g);
  const cpp = newest(program, /\0GLIBCXX_(\d+\.\d+\.\d+)(?=\0)/g);
  if (isOlder(newestInterface, cpp)) throw new Error(`Node wants GLIBCXX_${cpp}: which libstdc++6 has it?`);
  return `libc6 (>= ${c}), libgcc-s1, libstdc++6 (>= 5.2)`;
}

function newest(program: string, pattern: RegExp): string {
  const versions = [...program.matchAll(pattern)].map(([, version = '']) => version);
  const last = versions.sort((one, other) => (isOlder(one, other) ? -1 : 1)).at(-1);
  if (last === undefined) throw new Error('Node names no library that it needs.');
  return last;
}

function isOlder(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) < 0;
}

function sums(tree: string, files: readonly string[]): string[] {
  return files
    .filter((file) => !file.startsWith('etc/'))
    .map(
      (file) =>
        `${createHash('md5')
          .update(readFileSync(join(tree, file)))
          .digest('hex')}  ${file}\n`,
    );
}

/** As `dpkg-gencontrol` counts: each file in whole kilobytes, and one for whatever else there is. */
function kilobytes(tree: string, files: readonly string[]): number {
  const others = readdirSync(tree, { recursive: true }).length - files.length;
  return files.reduce((sum, file) => sum + Math.ceil(statSync(join(tree, file)).size / 1024), others);
}

function filesBelow(tree: string): string[] {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(tree, 'DEBIAN')))
    .map((entry) => join(entry.parentPath, entry.name).slice(tree.length + 1))
    .sort();
}
