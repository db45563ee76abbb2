#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before anything else is loaded: stripped types and compiled code are kept between starts, which takes
// half of the time away (docs/adr/0018). In the project, where only who may change the sources may
// write; Node does without where it cannot. A built program is few files, which are compiled as fast as
// they are read.
if (import.meta.url.endsWith('.ts'))
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/sluice', import.meta.url)));

await import('./program.ts');
