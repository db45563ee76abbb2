import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * For `node --import`: kills this process by SIGKILL right before the call of the file system whose number is
 * in `DIE_AT`, counted among those that change something below the folder `DIE_BELOW`. A call that writes is
 * also made half, at a number of its own.
 */
const at = Number(process.env.DIE_AT);
const below = process.env.DIE_BELOW;
let calls = 0;

function step() {
  calls += 1;
  if (calls === at) process.kill(process.pid, 'SIGKILL');
}

const concerns = (paths) => paths.some((path) => typeof path === 'string' && path.startsWith(below));

for (const name of ['mkdirSync', 'renameSync', 'rmSync', 'copyFileSync', 'writeFileSync', 'openSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    if (concerns(args)) step();
    return real.apply(fs, args);
  };
}
for (const name of ['fsyncSync', 'writeSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    step();
    return real.apply(fs, args);
  };
}
for (const name of ['link', 'rename', 'rm', 'writeFile', 'open']) {
  const real = fs.promises[name];
  fs.promises[name] = async (...args) => {
    if (concerns(args)) step();
    const result = await real.apply(fs.promises, args);
    if (name === 'open') countIn(result);
    return result;
  };
}

/** What is written to an open file, and brought to the disk. */
function countIn(handle) {
  for (const name of ['writeFile', 'sync']) {
    const real = handle[name];
    handle[name] = (...args) => {
      step();
      return real.apply(handle, args);
    };
  }
}
syncBuiltinESMExports();
