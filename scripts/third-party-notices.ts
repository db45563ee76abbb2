import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** What a bundle holds of one package. */
export interface Notice {
  /** `zod@4.6.7` */
  readonly name: string;
  readonly licence: string;
  readonly text: string;
}

/** The name under which a bundle's notices lie beside it. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
/** Texts that packages left in their repositories, by name. */
const kept = fileURLToPath(new URL('../resources/licences/', import.meta.url));

/** Packages that bring copies of others in files of their own, by the part of their path that shows it. */
const copies: Readonly<Record<string, string>> = { 'unpdf/dist/pdfjs': 'pdfjs-dist' };

/** What bundlers write into a bundle by themselves is theirs. */
const helpers: Readonly<Record<string, string>> = { '\0rolldown/': 'rolldown', '\0vite/': 'vite' };

/**
 * Collects what comes into a bundle, and writes the notices of it beside it. One for all threads of it.
 *
 * @param beside folders of packages that are not bundled and ship all the same
 */
export function thirdPartyNotices(beside: readonly string[] = []): { collect: Plugin; write: Plugin } {
  const folders = new Set<string>(beside);
  const take = (ids: readonly string[]) => {
    for (const folder of ids.flatMap(packageFolders)) folders.add(folder);
  };
  const idsOf = (bundle: object) =>
    Object.values(bundle).flatMap((file: { moduleIds?: readonly string[] }) => file.moduleIds ?? []);
  return {
    collect: {
      name: 'sluice:third-party-packages',
      generateBundle: (_options, bundle) => take(idsOf(bundle)),
    },
    write: {
      name: 'sluice:third-party-notices',
      generateBundle(_options, bundle) {
        take(idsOf(bundle));
        const source = writeNotices([...folders].map(noticeOf));
        this.emitFile({ type: 'asset', fileName: noticesFile, source });
      },
    },
  };
}

/** The folders of the packages that a packaged app has beside its bundles, for every system. */
export function shippedFolders(): string[] {
  interface Entry {
    readonly dev?: boolean;
    readonly optional?: boolean;
  }
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    readonly packages: Readonly<Record<string, Entry>>;
  };
  const [, ...installed] = Object.entries(packages);
  return installed
    .filter(([, { dev, optional }]) => dev !== true && optional !== true)
    .map(([path]) => join(modules, '..', path));
}

/** The folders of the packages that a module of a bundle comes from. */
export function packageFolders(id: string): string[] {
  const path = id.replaceAll('\\', '/');
  const helper = Object.entries(helpers).find(([start]) => path.startsWith(start));
  if (helper !== undefined) return [join(modules, helper[1])];
  const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  if (folder === undefined) return [];
  const copied = Object.entries(copies).filter(([part]) => path.includes(`/node_modules/${part}`));
  return [folder, ...copied.map(([, name]) => join(modules, name))];
}

/** @throws when the package has no text of a licence: it must not ship without one */
export function noticeOf(folder: string): Notice {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[sc]e|copying|notice)(?![a-z])/i.test(entry.name))
    .map((entry) => entry.name)
    .sort()
    .map((file) => join(folder, file));
  const files = texts.length > 0 ? texts : [join(kept, `${name}.txt`)].filter((file) => existsSync(file));
  const own = files
    .map((file) => readFileSync(file, 'utf8').split('# Licenses of bundled dependencies')[0]?.trim())
    .join('\n\n');
  if (own.trim() === '' || license === undefined)
    throw new Error(`${name} has no text of its licence, and may not ship so: resources/licences`);
  return { name: `${name}@${version}`, licence: license, text: own.replaceAll('\r', '') };
}

/** All notices in one text, one of each package and version, in the order of their names. */
export function writeNotices(notices: readonly Notice[]): string {
  const each = new Map(notices.map((notice) => [notice.name, notice]));
  const sorted = [...each.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const line = '='.repeat(80);
  const parts = sorted.map(
    ({ name, licence, text }) => `${line}\n${name} (${licence})\n${line}\n\n${text}\n`,
  );
  const beginning =
    'Sluice is distributed with the following software, under the licences that stand here.\n';
  return [beginning, ...parts].join('\n');
}
