import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/**
 * In the project, where only who may change the sources may write. Node creates it, and does without if it
 * cannot.
 */
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/sluice-threads', import.meta.url));
/** What readers of strangers' documents compiled. Nothing with more rights runs it. */
export const compiledOfReaders = `${compiled}-confined`;

/**
 * Options for a thread whose program is TypeScript: none when it was built to JavaScript.
 *
 * Node strips types with WebAssembly, and V8 can crash the whole process when several threads compile
 * WebAssembly at once (nodejs/node#64500; seen here in `Runtime_TierUpWasmToJSWrapper`). So threads take
 * their program from Node's compile cache, which needs no WebAssembly and starts six times faster; while the
 * cache is still cold, V8 does without the step that crashes.
 */
export function compiledThread(program: URL, cache = compiled): { env?: NodeJS.ProcessEnv } {
  if (!program.pathname.endsWith('.ts')) return {};
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647');
  return { env: { ...process.env, NODE_COMPILE_CACHE: cache } };
}
