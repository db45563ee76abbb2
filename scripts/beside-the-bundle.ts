import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { places, programSources } from '../src/core/places/places.ts';

const placesFolder = new URL('../src/core/places/', import.meta.url);

/**
 * The programs that core and the sandbox start, for the inputs of a bundle: each comes to lie beside it under
 * its name, where they look for it (`src/core/places`).
 */
export const programsBeside: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(programSources).map(([name, path]) => [name, fileURLToPath(new URL(path, placesFolder))]),
  ),
  'annotate-worker': fileURLToPath(new URL('../src/sandbox/enrich/annotate-worker.ts', import.meta.url)),
};

/** The ledger's, and those of a team's database. */
const migrationFolders = [
  [places.migrations, 'migrations'],
  [places.teamMigrations, 'team-migrations'],
] as const;

/** Puts the migrations beside the bundle, where `src/core/places` looks for them. */
export function migrationsBeside(): Plugin {
  return {
    name: 'sluice:migrations-beside',
    generateBundle() {
      for (const [place, name] of migrationFolders) {
        const folder = fileURLToPath(place);
        const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
        if (files.length === 0) this.error(`${folder} holds nothing to copy`);
        for (const file of files)
          this.emitFile({
            type: 'asset',
            fileName: `${name}/${file}`,
            source: readFileSync(join(folder, file)),
          });
      }
    },
  };
}
