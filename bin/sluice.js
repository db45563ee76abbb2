#!/usr/bin/env node
// Runs the agent: src/cli/index.ts with all arguments, on a Node that runs TypeScript without a build.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { neededNode, runsOn } from './supported-node.js';

// At SIGUSR1, which other daemons take as "open your log again", Node listens on 127.0.0.1:9229 and runs
// whatever any account of the machine sends there. A listener takes the place of that.
process.on('SIGUSR1', () => undefined);

const launcher = fileURLToPath(import.meta.url);
const program = fileURLToPath(new URL('../src/cli/index.ts', import.meta.url));
const compiled = fileURLToPath(new URL('../node_modules/.cache/sluice', import.meta.url));
const binary = process.platform === 'win32' ? 'node.exe' : 'node';
const bundledNode = fileURLToPath(new URL(`../node_modules/node/bin/${binary}`, import.meta.url));

if (runsOn(process.versions.node)) {
  // Before any TypeScript is loaded: stripped types and compiled code are kept between starts, which takes
  // half of the time away (docs/adr/0018). In the project, where only who may change the sources may write;
  // Node does without where it cannot.
  module.enableCompileCache(compiled);
  process.argv[1] = program;
  await import('../src/cli/index.ts');
} else if (existsSync(bundledNode)) {
  runWith(bundledNode);
} else {
  console.error(
    `Sluice needs ${neededNode()}, and this is Node ${process.versions.node}. Run "npm ci" in Sluice's folder, which brings one, or install a newer Node.`,
  );
  process.exitCode = 2;
}

/** @param {string} node path of a Node that is new enough */
function runWith(node) {
  const child = spawn(node, [launcher, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl+C to both; a service manager to this process only. The agent ends cleanly on
  // either.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`Sluice could not start ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  });
}
