import { afterAll, beforeAll, expect, test } from 'vitest';
import { gates } from '../../scripts/gates.ts';
import { copyProject, runTool } from '../support/project-copy.ts';

/** Imports that go up, or across to a room that already imports the other, and what says so. */
const bad: readonly (readonly [room: string, code: string])[] = [
  ['ports', "export { x } from '../local/glob.ts';"],
  ['redact', "export * from '../service/answer.ts';"],
  ['local', "export { x } from '../ledger/database.ts';"],
  ['threads', "export { x } from '../service/client.ts';"],
  ['settings-file', "export { x } from '../watch/watch-api.ts';"],
  ['service', "export type { UploadRow } from '../upload/job.ts';"],
  ['ledger', "export const x = await import('../track/tracker.ts');"],
  ['upload', "export { x } from '#core/engine/profile-engine.ts';"],
  ['documents', "export type { CoreContext } from '../engine/core-context.ts';"],
  ['engine', "export { x } from '#core/calls/create-handlers.ts';"],
  ['engine', "export type { Core } from '../create-core.ts';"],
  ['calls', "export { x } from '../public/host.ts';"],
];

let project: ReturnType<typeof copyProject>;
let output: string;
let status: number | null;
const pathOf = (index: number, room: string) => `src/core/${room}/canary-floors-${index}.ts`;

beforeAll(() => {
  project = copyProject();
  for (const [index, [room, code]] of bad.entries()) project.write(pathOf(index, room), `${code}\n`);
  project.write('src/core/watch/canary-circle.ts', "export type { Job } from '../upload/job.ts';\n");
  project.write('src/core/nowhere/canary-room.ts', "export { isAtOrBelow } from '../local/below.ts';\n");
  const { tool, parameters } = gates.find(({ name }) => name === 'floors') ?? { tool: '', parameters: [] };
  ({ output, status } = runTool(project.directory, tool, ...parameters));
});
afterAll(() => project.remove());

test('the gate fails', () => {
  expect(status).not.toBe(0);
});

test.each(bad.map(([room, code], index) => ({ room, code, path: pathOf(index, room) })))(
  '$room may not: $code',
  ({ path }) => {
    expect(output).toMatch(new RegExp(`an import goes down the floors or stays: .*: ${path} → src/core/`));
  },
);

test('two rooms of one floor may not import each other', () => {
  expect(output).toMatch(/no circles of rooms: src\/core\/(watch|upload) →/);
});

test('a room that stands on no floor is refused', () => {
  expect(output).toContain('a room of core is on a floor: src/core/nowhere/canary-room.ts');
});
