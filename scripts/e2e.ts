import { runEndToEnd } from './end-to-end.ts';

/**
 * `npm run e2e`: builds the app and runs the specs of both hosts of its pages. Asked for by name, a layer
 * that cannot run here is a failure. Arguments go to Playwright: `npm run e2e -- agent/first-run`.
 */
const { passed, notRun } = runEndToEnd(process.argv.slice(2));
if (!passed || notRun.length > 0) process.exitCode = 1;
