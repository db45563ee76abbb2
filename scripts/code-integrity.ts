import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** An integrity value of the web: `sha384-…`. */
const integrityOf = (bytes: Buffer | string, algorithm: 'sha256' | 'sha384') =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;

/**
 * Tells a page in an import map what each file of code is that it may load later. The page is served from a
 * port of this machine, which anybody may take once its agent has ended; code that comes then is refused.
 * The policy names the map, since it stands in the page itself.
 */
export function codeIntegrity(name: string): Plugin {
  return {
    name: 'sluice:code-integrity',
    apply: 'build',
    // Everything is written: only now is the code what will be loaded.
    writeBundle({ dir = '.' }) {
      const scripts = readdirSync(join(dir, 'assets')).filter((file) => file.endsWith('.js'));
      const integrity = Object.fromEntries(
        scripts
          .sort()
          .map((file) => [
            `./assets/${file}`,
            integrityOf(readFileSync(join(dir, 'assets', file)), 'sha384'),
          ]),
      );
      const map = JSON.stringify({ integrity });
      const html = readFileSync(join(dir, name), 'utf8');
      const named = html
        .replace("script-src 'self'", (all) => `${all} '${integrityOf(map, 'sha256')}'`)
        // Before all code: a map that comes later counts for nothing that was asked for.
        .replace('<script type="module"', (all) => `<script type="importmap">${map}</script>\n    ${all}`);
      if (scripts.length === 0 || named.split(map).length !== 2) this.error(`${name} loads no code`);
      writeFileSync(join(dir, name), named);
    },
  };
}
