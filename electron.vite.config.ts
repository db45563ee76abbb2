import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { migrationsBeside, programsBeside } from './scripts/beside-the-bundle.ts';
import { codeIntegrity } from './scripts/code-integrity.ts';
import { pdfFiles } from './scripts/pdf-files.ts';
import { shippedFolders, thirdPartyNotices } from './scripts/third-party-notices.ts';

const pageNotices = thirdPartyNotices();
// Libraries of the programs lie beside the bundle, but for those that only the app has, which are in it.
const programNotices = thirdPartyNotices(shippedFolders());

/** What pages are drawn with: of our own, and of libraries. */
const isOfSeveral = /renderer\/(?:ui|lib)\/|@mantine|@tabler/;

export default defineConfig({
  main: {
    plugins: [migrationsBeside(), programNotices.write],
    build: {
      // Everything in one flat folder: what a module finds beside itself is then beside the bundle too.
      rollupOptions: {
        input: {
          index: 'src/main/index.ts',
          sandbox: 'src/sandbox/index.ts',
          'command-line': 'src/cli/in-app.ts',
          ...programsBeside,
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload must be CommonJS in one file that requires nothing but electron.
      externalizeDeps: false,
      rollupOptions: {
        input: 'src/preload/index.ts',
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), pdfFiles(), codeIntegrity('agent.html'), pageNotices.write],
    // The threads of the pages are bundles of their own.
    worker: { plugins: () => [pageNotices.collect] },
    build: {
      minify: 'oxc',
      cssMinify: true,
      // One file, in one order: a page looks the same whichever pages were loaded before it.
      cssCodeSplit: false,
      rollupOptions: {
        // One entry for each host of the pages: the app, and the agent in a browser.
        input: ['src/renderer/index.html', 'src/renderer/agent.html'],
        output: {
          codeSplitting: {
            groups: [
              // What stands before any page comes as one file.
              { name: 'shell', test: /renderer\/entry\/render-app\.tsx$/ },
              // And what several pages have in common: some hundred modules of a few hundred bytes each.
              { name: 'common', minShareCount: 2, maxModuleSize: 30_000, test: isOfSeveral },
            ],
          },
        },
      },
    },
  },
});
