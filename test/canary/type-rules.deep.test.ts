import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gates } from '../../scripts/gates.ts';
import { copyProject, runTool } from '../support/project-copy.ts';

/** Code that the compiler must refuse in a room, with the error it must give: the room has no such types. */
const bad = [
  { room: 'shared', code: 'export const x = process.pid;', error: /Cannot find name 'process'/ },
  {
    room: 'shared',
    code: "export { readFileSync } from 'node:fs';",
    error: /Cannot find (name|module) 'node:fs'/,
  },
  {
    room: 'shared',
    code: "export const x = document.querySelector('p');",
    error: /Cannot find name 'document'/,
  },
  {
    room: 'core',
    code: "export const x = document.querySelector('p');",
    error: /Cannot find name 'document'/,
  },
  { room: 'core', code: 'export enum Colour { Red }', error: /TS1294:/ },
  { room: 'core', code: 'export const x: string = ([] as string[])[0];', error: /TS2322:/ },
  {
    room: 'sandbox',
    code: "export { AppError } from '../shared/errors/app-error.ts';",
    error: /TS6(059|307):/,
  },
  { room: 'renderer', code: 'export const x = process.pid;', error: /Cannot find name 'process'/ },
] as const;

const fileName = (index: number) => `canary-bad-${index}.ts`;
let project: ReturnType<typeof copyProject>;

let output: string;
const rooms = [...new Set(bad.map(({ room }) => room))];

beforeAll(() => {
  project = copyProject({ types: true });
  for (const [index, { room, code }] of bad.entries())
    project.write(`src/${room}/${fileName(index)}`, `${code}\n`);
  const folders = rooms.map((room) => `src/${room}`);
  const { tool, parameters } = gates.find(({ name }) => name === 'types') ?? { tool: '', parameters: [] };
  output = runTool(project.directory, tool, ...parameters, ...folders, '--pretty', 'false').output;
});
afterAll(() => project.remove());

describe('the types refuse what a room may not use', () => {
  test.each(bad.map((rule, index) => ({ ...rule, index })))('$room: $code', ({ room, error, index }) => {
    const path = `src/${room}/${fileName(index)}`;
    const errors = output.split('\n').filter((line) => line.includes(path));
    expect(errors.join('\n')).toMatch(error);
  });
});
