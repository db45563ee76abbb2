import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** For `node --import`: writes down which files a program loaded, in the order it did, when it ends. */
const loaded = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
process.on('exit', () => writeFileSync(process.env.MODULES_TO, JSON.stringify(loaded)));
