#!/usr/bin/env node
// Runs the agent where it is installed: the `bin` of the package that `npm run package:agent` makes.
import module from 'node:module';
import { cacheFolder } from './cache-folder.js';
import { neededNode, runsOn } from './supported-node.js';

// At SIGUSR1, which other daemons take as "open your log again", Node listens on 127.0.0.1:9229 and runs
// whatever any account of the machine sends there. A listener takes the place of that.
process.on('SIGUSR1', () => undefined);

if (runsOn(process.versions.node)) {
  // Before the program is loaded: what Node compiled is kept between starts, also for its threads and the
  // sandbox, which learn of it by the variable.
  const folder = cacheFolder();
  if (folder !== undefined) {
    process.env.NODE_COMPILE_CACHE ??= folder;
    module.enableCompileCache(folder);
  }
  await import('../lib/sluice.js');
} else {
  console.error(
    `Sluice needs ${neededNode()}, and this is Node ${process.versions.node}. Install a newer Node, then run the command again.`,
  );
  process.exitCode = 2;
}
