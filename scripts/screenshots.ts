import { runEndToEnd } from './end-to-end.ts';

/**
 * `npm run screenshots`: paints every page, light and dark, into `docs/screenshots/`. To be looked at before
 * it is committed.
 */
process.env.SLUICE_SCREENSHOTS = 'docs/screenshots';
if (!runEndToEnd(['agent/pages']).passed) process.exitCode = 1;
