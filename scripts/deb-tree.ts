import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { maintainer } from './deb-control.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const ours = join(root, 'resources/debian');

export interface DebContents {
  readonly tarball: string;
  /** The program, as Node's makers built it. */
  readonly node: string;
  readonly version: string;
  readonly date: Date;
}

/** Puts the files of the Debian package where they will lie on the machine, below a folder that is empty. */
export function layOutDeb(tree: string, contents: DebContents): void {
  const to = (path: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    return join(tree, path);
  };
  const write = (path: string, text: string) => writeFileSync(to(path), text);
  const writeZipped = (path: string, text: string) =>
    writeFileSync(to(`${path}.gz`), gzipSync(text, { level: 9 }));
  const copy = (name: string, path: string) => copyFileSync(join(ours, name), to(path));
  const read = (name: string) => readFileSync(join(root, name), 'utf8');

  layOutProgram(tree, contents);
  const pages = join(tree, 'usr/lib/sluice/man');
  for (const name of readdirSync(pages))
    writeZipped(`usr/share/man/man1/${name}`, readFileSync(join(pages, name), 'utf8'));
  rmSync(pages, { recursive: true });
  const day = contents.date.toISOString().slice(0, 10);
  const page = read('resources/debian/sluice-agent.8');
  writeZipped(
    'usr/share/man/man8/sluice-agent.8',
    page.replaceAll('@DAY@', day).replaceAll('@VERSION@', contents.version),
  );

  copy('sluice-agent', 'usr/sbin/sluice-agent');
  copy('sluice.service', 'usr/lib/systemd/system/sluice.service');
  copy('sluice-agent.sysusers', 'usr/lib/sysusers.d/sluice-agent.conf');
  copy('sluice-agent.tmpfiles', 'usr/lib/tmpfiles.d/sluice-agent.conf');
  copy('environment', 'etc/sluice/environment');
  copy('sluice.yaml', 'etc/sluice/sluice.yaml');
  mkdirSync(to('etc/sluice/credentials'));

  const documents = 'usr/share/doc/sluice-agent';
  writeZipped(`${documents}/changelog`, read('CHANGELOG.md'));
  writeZipped(`${documents}/changelog.Debian`, debianChangelog(contents));
  for (const page of ['agent-on-a-server.md', 'configuration.md', 'environment.md', 'monitoring.md'])
    writeZipped(`${documents}/${page}`, read(`docs/${page}`));
  write(`${documents}/copyright`, copyright(tree));
  copy('lintian-overrides', 'usr/share/lintian/overrides/sluice-agent');
}

/** The program with a Node of its own, which no other program is to find, and what shells read. */
function layOutProgram(tree: string, { tarball, node }: DebContents): void {
  const program = join(tree, 'usr/lib/sluice');
  mkdirSync(program, { recursive: true });
  execFileSync('tar', ['--extract', '--gzip', '--file', tarball, '--strip-components=1', '-C', program]);
  copyFileSync(node, join(program, 'node'));
  const launcher = join(program, 'bin/sluice.js');
  const [, ...code] = readFileSync(launcher, 'utf8').split('\n');
  writeFileSync(launcher, ['#!/usr/lib/sluice/node', ...code].join('\n'));
  mkdirSync(join(tree, 'usr/bin'));
  symlinkSync('../lib/sluice/bin/sluice.js', join(tree, 'usr/bin/sluice'));
  const completions = {
    'bash/sluice': 'usr/share/bash-completion/completions/sluice',
    'zsh/_sluice': 'usr/share/zsh/vendor-completions/_sluice',
    'fish/sluice.fish': 'usr/share/fish/vendor_completions.d/sluice.fish',
  };
  for (const [from, to] of Object.entries(completions)) {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    renameSync(join(program, 'completions', from), join(tree, to));
  }
  rmSync(join(program, 'completions'), { recursive: true });
}

function debianChangelog({ version, date }: DebContents): string {
  return `sluice-agent (${version}-1) unstable; urgency=medium

  * Made from Sluice ${version}, whose changes are in changelog.gz.

 -- ${maintainer}  ${date.toUTCString().replace('GMT', '+0000')}
`;
}

/** The licences of all that is in the package, and where each is from. */
function copyright(tree: string): string {
  const program = join(tree, 'usr/lib/sluice');
  const parts = [
    ['Sluice, https://opensource.org/license/mit', join(program, 'LICENSE')],
    [
      'Node.js, usr/lib/sluice/node, as it is in the package "node" of npm, from https://nodejs.org',
      join(root, 'resources/licences/node.txt'),
    ],
    ['What the programs in usr/lib/sluice/lib are made of', join(program, 'THIRD-PARTY-NOTICES.txt')],
    [
      'What the pages in usr/lib/sluice/lib/pages are made of',
      join(program, 'lib/pages/THIRD-PARTY-NOTICES.txt'),
    ],
  ] as const;
  const line = '#'.repeat(80);
  const text = parts.map(
    ([of, file]) => `${line}\n# ${of}\n${line}\n\n${readFileSync(file, 'utf8').trim()}\n`,
  );
  for (const [, file] of parts.filter(([, file]) => dirname(file) === program)) rmSync(file);
  return `This package was made from Sluice, with what it needs in it.\n\n${text.join('\n')}`;
}
