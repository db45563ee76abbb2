import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary home folder of one test: data folder, watch folders and everything that is written. */
export interface Place {
  readonly home: string;
  readonly dataDirectory: string;
  /** Makes a folder below the home folder and answers its path. */
  folder(name: string): string;
  /** Writes a file below the home folder and answers its path. */
  file(name: string, content: string | Buffer): string;
  /** Every file below a folder as text, by path: for the canaries. */
  everything(folder?: string): Map<string, string>;
  remove(): void;
}

export function makePlace(): Place {
  const home = mkdtempSync(join(tmpdir(), 'sluice-e2e-'));
  const folder = (name: string) => {
    const path = join(home, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  return {
    home,
    dataDirectory: join(home, 'data'),
    folder,
    file(name, content) {
      const path = join(home, name);
      folder(dirname(name));
      writeFileSync(path, content);
      return path;
    },
    everything(below = home) {
      const files = readdirSync(below, { recursive: true, withFileTypes: true }).filter((one) =>
        one.isFile(),
      );
      const paths = files.map((entry) => join(entry.parentPath, entry.name));
      return new Map(paths.map((path) => [path, readFileSync(path, 'latin1')]));
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}
