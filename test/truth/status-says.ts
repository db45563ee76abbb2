import { expect } from 'vitest';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import type { FolderState } from '#shared/bridge/folders.ts';
import type { Finding } from '#shared/bridge/health.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import { english } from '../../src/cli/testing/voices.ts';
import { dataOf } from '../cli/support/answer-of.ts';

const { reason, say } = english;

/** What `sluice status --json` writes. */
export type StatusJson = AgentStatus & {
  readonly dataDirectory: string;
  readonly folders: readonly FolderState[];
};

/** What every place has to say of a finding, by the catalog where it has a code of it. */
export function wordsOf({ code, said, message }: Finding): string {
  return code !== null && isErrorCode(code) && said.code !== code ? message : (message.split('.')[0] ?? '');
}

/** The one line of JSON. */
export function readStatus(stdout: string): StatusJson {
  return dataOf(stdout);
}

const numbersIn = (text: string) =>
  [...text.matchAll(/(?<![\w.,])\d[\d,]*(?![\w.])/g)].map(([digits]) => Number(digits.replaceAll(',', '')));
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The text of `sluice status` has each word and number of its JSON, and no other number of files. */
export function expectTextToSay(text: string, { counts, folders, health }: StatusJson): void {
  const lines = text.split('\n');
  const lineOf = (title: string) => lines.find((line) => line.startsWith(`${title} `)) ?? '';
  const { attention, findings, state, waiting } = health;
  const first = lineOf(say('cli.status.state'));
  expect(first).toContain(say(`cli.health.${state}`));
  const inFirst = [attention.total, state === 'waiting' ? 0 : waiting].filter((count) => count > 0);
  expect(numbersIn(first.replace(say(`cli.health.${state}`), '')), first).toEqual(inFirst);
  expect(sum(numbersIn(lineOf(say('cli.status.uploads'))))).toBe(sum(Object.values(counts)));
  const told = lines.filter((line) => /^[!·] /.test(line));
  expect(told).toHaveLength(findings.length);
  for (const finding of findings) expect(told.join('\n')).toContain(wordsOf(finding));
  expect(told.map((line) => line.startsWith('!'))).toEqual(
    findings.map(({ level }) => level === 'trouble' || level === 'attention'),
  );
  const groups = lines.filter((line) => /^ *[\d,]+ {2}\S/.test(line)).map((line) => line.trim());
  expect(groups).toEqual(attention.groups.map(({ code, count }) => `${count}  ${reason(code)}`));
  for (const { folder, coverage } of folders) {
    const row = lines.find((line) => line.startsWith(`${folder.label || folder.id.slice(0, 8)} `)) ?? '';
    const { seen, searchable, inProgress, ignored, attention: needed } = coverage;
    expect(numbersIn(row).slice(-5), row).toEqual([seen, searchable, inProgress, ignored, needed]);
  }
  const held = lines.filter((line) => /^\d+ files? of .* held back: /.test(line));
  const heldBack = folders.flatMap(({ coverage }) =>
    Object.entries(coverage.waitingBy).flatMap(([why, count]) => (why === 'quiet' ? [] : [count])),
  );
  expect(held.map((line) => Number.parseInt(line, 10)).sort()).toEqual(heldBack.sort());
  expect(sum(folders.map(({ coverage }) => coverage.waiting))).toBe(waiting);
}
