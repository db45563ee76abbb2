import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { supportedNode } from '../bin/supported-node.js';
import { agentPrograms, copyResources } from './build-agent.ts';
import { buildProgramsInto } from './build-programs.ts';
import { builtPackageVariable } from './built-variables.ts';
import { npmCall } from './npm-call.ts';
import { sourceDate } from './source-date.ts';
import { thirdPartyNotices } from './third-party-notices.ts';
import { writeReference } from './write-reference.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

export interface PackageOptions {
  /** The folder of the built pages. */
  readonly pages: string;
  /** The folder the tarball comes to lie in, and beside it its source maps where they are asked for. */
  readonly to: string;
  readonly sourceMaps?: boolean;
}

/** The package that `npm test` made for all its steps, or else one that is made here; its path. */
export async function findOrBuildPackage(options: PackageOptions): Promise<string> {
  return process.env[builtPackageVariable] ?? buildPackage(options);
}

/**
 * Makes the package of the agent that `npm install --global` takes: its programs with all they import, the
 * pages, what they read, pages of the manual and completions. The same commit gives the same bytes: npm packs
 * in the order of names, with one date for all files.
 *
 * @returns the path of the tarball
 * @throws when something is bundled whose licence has no text
 */
export async function buildPackage({ pages, to, sourceMaps = false }: PackageOptions): Promise<string> {
  mkdirSync(join(root, 'out'), { recursive: true });
  const folder = mkdtempSync(join(root, 'out/package-'));
  try {
    const manifest = readManifest();
    const name = `sluice-${manifest.version}`;
    const lib = join(folder, 'lib');
    mkdirSync(lib);
    const notices = thirdPartyNotices();
    await buildProgramsInto(lib, agentPrograms, {
      plugins: [notices.write, nothingOutside()],
      minify: true,
      sourceMaps,
    });
    if (sourceMaps) moveSourceMaps(lib, join(to, `${name}-source-maps`));
    copyResources(lib);
    cpSync(pages, join(lib, 'pages'), { recursive: true });
    // The app's own page: the agent serves the other.
    rmSync(join(lib, 'pages/index.html'), { force: true });
    renameSync(join(lib, 'THIRD-PARTY-NOTICES.txt'), join(folder, 'THIRD-PARTY-NOTICES.txt'));
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    cpSync(join(root, 'resources/package'), folder, { recursive: true });
    mkdirSync(join(folder, 'bin'));
    for (const file of ['supported-node.js', 'cache-folder.js'])
      cpSync(join(root, 'bin', file), join(folder, 'bin', file));
    cpSync(join(root, 'bin/installed.js'), join(folder, 'bin/sluice.js'));
    chmodSync(join(folder, 'bin/sluice.js'), 0o755);
    const man = await writeReference(folder, { version: manifest.version, date: sourceDate() });
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, man }, null, 2)}\n`);
    mkdirSync(to, { recursive: true });
    const tarball = join(to, `${name}.tgz`);
    rmSync(tarball, { force: true });
    const pack = npmCall(['pack', '--silent', '--ignore-scripts', '--pack-destination', to]);
    execFileSync(pack.file, pack.parameters, { cwd: folder, shell: pack.shell });
    if (!existsSync(tarball)) throw new Error(`npm packed no ${tarball}`);
    return tarball;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fails where something would be looked for in a `node_modules` that is not there. */
function nothingOutside(): Plugin {
  return {
    name: 'sluice:nothing-outside',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const outside = [...file.imports, ...file.dynamicImports].filter(
          (name) => !isBuiltin(name) && !(name in bundle),
        );
        if (outside.length > 0) this.error(`${file.fileName} imports ${outside.join(', ')}`);
      }
    },
  };
}

/** What npm is told of the package: it depends on nothing, and is never published by mistake. */
function readManifest() {
  const { name, version, description, keywords, author, license, ...more } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Readonly<Record<'name' | 'version' | 'description' | 'author' | 'license', string>> & {
    readonly keywords: readonly string[];
    /** Where the project is at home, once it is (`src/shared/project-address.ts`). */
    readonly repository?: object;
    readonly bugs?: object;
    readonly homepage?: string;
  };
  const { repository, bugs, homepage } = more;
  return {
    name,
    version,
    description,
    keywords,
    author,
    license,
    ...(homepage !== undefined && { repository, bugs, homepage }),
    private: true,
    type: 'module',
    bin: { sluice: 'bin/sluice.js' },
    engines: { node: supportedNode },
  };
}

/** They are larger than all else and help only who looks at a crash. */
function moveSourceMaps(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from).filter((name) => name.endsWith('.map')))
    renameSync(join(from, file), join(to, file));
}
