/** Whether this is JavaScript that a bundler made of the sources. */
export const isBundled = !import.meta.url.endsWith('.ts');

/**
 * The programs that core starts in threads and processes of their own: a bundle has each beside it, under its
 * name.
 */
export const programSources = {
  'cite-worker': '../../cli/cite/cite-worker.ts',
  'original-worker': '../original/original-worker.ts',
  'pdf-worker': '../local/pdf-worker.ts',
  'read-worker': '../across/read-worker.ts',
  'system-certificates-worker': '../service/network/system-certificates-worker.ts',
  'volume-worker': '../local/volume-worker.ts',
  'watch-worker': '../watch/thread/watch-worker.ts',
} as const;

/** Where a program lies that core starts. */
export function programOf(name: keyof typeof programSources): URL {
  return place(programSources[name], `./${name}.js`);
}

/**
 * What Sluice starts and reads of its own. Sources find it where it lies in the project; a bundle is one flat
 * folder that has all of it (docs/packaging.md, "Where things lie"). The desktop app has its pages, samples
 * and sentences elsewhere, as Electron's archive demands (`src/main`).
 */
export const places = {
  /** The folder of the project, and of the package. */
  home: place('../../../', '../'),
  /** A program that is started, never imported. */
  sandbox: place('../../sandbox/index.ts', './sandbox.js'),
  /** The steps that make a ledger. */
  migrations: place('../ledger/migrations/', './migrations/'),
  /** The steps that make a team's database. */
  teamMigrations: place('../team/postgres/migrations/', './team-migrations/'),
  /** What Sluice says, a file for each language. */
  locales: place('../../../resources/locales/', './locales/'),
  /** Documents for trying Sluice out. */
  samples: place('../../../resources/samples', './samples'),
  /** The built pages. */
  pages: place('../../../out/renderer', './pages'),
} as const;

function place(inSources: string, inBundle: string): URL {
  return new URL(isBundled ? inBundle : inSources, import.meta.url);
}
