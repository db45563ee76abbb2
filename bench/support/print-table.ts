import type { Result } from './result.ts';

const columns = ['name', 'value', 'floor', 'ratio', 'unit', 'goal'] as const;

/** Prints results for people: a line each, and under it what else was seen. */
export function printTable(results: readonly Result[]): void {
  const rows = results.map((result) => ({ cells: columns.map((column) => cell(result, column)), result }));
  const widths = columns.map((name, index) =>
    Math.max(name.length, ...rows.map(({ cells }) => cells[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `${cells
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()}\n`;
  process.stdout.write(`\n${line(columns)}`);
  for (const { cells, result } of rows) {
    process.stdout.write(line(cells));
    const more = Object.entries(result).filter(([name]) => !isColumn(name));
    for (const [name, value] of more) process.stdout.write(`    ${name}: ${JSON.stringify(value)}\n`);
  }
}

function cell(result: Result, column: (typeof columns)[number]): string {
  if (column !== 'goal') return String(result[column] ?? '–');
  if (result.goal === undefined) return '–';
  return `${result.goal}: ${result.met === true ? 'met' : 'MISSED'}`;
}

function isColumn(name: string): boolean {
  return name === 'met' || columns.some((column) => column === name);
}
