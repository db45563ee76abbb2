import { writeFileSync } from 'node:fs';
import { events, pageCalls } from '../src/shared/bridge/contract.ts';

/**
 * Writes `src/shared/bridge/names.ts`: the preload lets only these names through and cannot load the
 * contract's schemas.
 */
const list = (names: readonly string[]) => names.map((name) => `  '${name}',\n`).join('');
const text = `/**
 * The names of the contract, for the preload. Written by \`node scripts/bridge-names.ts\`; a test compares
 * them.
 */
export const callNames: readonly string[] = [
${list(Object.keys(pageCalls))}];

export const eventNames: readonly string[] = [
${list(Object.keys(events))}];
`;
writeFileSync(new URL('../src/shared/bridge/names.ts', import.meta.url), text);
