import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * What pdf.js fetches while it reads a document: tables of characters for Asian fonts, fonts that documents
 * name and do not bring, and what decodes scans where no WebAssembly may run. With it go its licences.
 */
const folders: Readonly<Record<string, { readonly from: string; readonly files: RegExp }>> = {
  cmaps: { from: 'cmaps', files: /\.bcmap$|^LICENSE/ },
  standard_fonts: { from: 'standard_fonts', files: /\.(pfb|ttf)$|^LICENSE/ },
  decoders: { from: 'wasm', files: /_nowasm_fallback\.js$|^LICENSE_(PDFJS_)?(JBIG2|OPENJPEG)$/ },
  '.': { from: '.', files: /^LICENSE$/ },
};

/**
 * Puts pdf.js's files beside the pages' code, in a folder named after its version: they never change under
 * an address, so browsers may keep them.
 */
export function pdfFiles(): Plugin {
  return {
    name: 'sluice:pdf-files',
    apply: 'build',
    generateBundle() {
      const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
      const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
      for (const [to, { from, files }] of Object.entries(folders)) {
        const folder = join(dirname(manifest), from);
        const names = readdirSync(folder).filter((name) => files.test(name));
        if (names.length === 0) this.error(`pdfjs-dist ${version} has nothing for ${to}.`);
        for (const name of names) {
          const fileName = join('assets', `pdfjs-${version}`, to, name).replaceAll('\\', '/');
          this.emitFile({ type: 'asset', fileName, source: readFileSync(join(folder, name)) });
        }
      }
    },
  };
}
