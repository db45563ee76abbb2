import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/**
 * SQL by what it must say, and by what it must be asked with; `exec` of an expression takes no text that
 * begins with a verb of SQL.
 */
const speaksSql = [
  /\bSELECT\b[\s\S]*?\bFROM\b|\bINSERT (OR [A-Z]+ )?INTO\b|\bUPDATE (OR [A-Z]+ )?\w+ SET\b|\bDELETE FROM\b/,
  /\b(CREATE|ALTER|DROP) (TABLE|INDEX|TRIGGER|VIEW)\b|\bPRAGMA \w+/,
  /\.statement\(|\bsqlite\.(exec|prepare)\(|\bstatement\b[^\n]*\}[^\n]*(: Database\b|= (context\.)?database\b)/,
  /(from|import\(|require\() ?['"]node:sqlite/,
  /\bSELECT sluice(_v1)?\./,
];
const hasSql = (source: string) => speaksSql.some((one) => one.test(source));

/** The sandbox is a program of its own, with a database of its own. */
const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('src/sandbox/'));
const withSql = sources.filter((path) => hasSql(readFileSync(join(projectRoot, path), 'utf8')));
const isInLedger = (path: string) => path.startsWith('src/core/ledger/');
/** What is asked of a team's database, and who sets that up; the rest of it lies in its migrations. */
const ofTheTeam = ['apply-migrations', 'statements'].map((name) => `src/core/team/postgres/${name}.ts`);

test('all SQL is in src/core/ledger, and for a team in two files', () => {
  expect(withSql.filter((path) => !isInLedger(path) && !ofTheTeam.includes(path))).toEqual([]);
  expect(withSql.filter(isInLedger).length).toBeGreaterThanOrEqual(25);
});

test.each([
  "database.statement('x')",
  '.statement(counts)',
  'const rows = `SELECT a,\n  b FROM uploads`;',
  "'INSERT OR IGNORE INTO claims (a) VALUES (1)'",
  "'UPDATE uploads SET paused = 1'",
  "'DELETE FROM facts'",
  "database.exec('PRAGMA user_version = 3')",
  'database.sqlite.exec(text)',
  'database.sqlite.prepare(text)',
  'function f({ statement }: Database) {',
  'const { statement, transaction } = database;',
  "import { DatabaseSync } from 'node:sqlite';",
  "'SELECT sluice_v1.renew($1)'",
])('SQL elsewhere would be noticed: %s', (source) => {
  expect(hasSql(source)).toBe(true);
});

test.each(["/a/.exec('b')", 'gate.prepare(place)', '// Selects one from a list.'])(
  'what only looks like it is not: %s',
  (source) => {
    expect(hasSql(source)).toBe(false);
  },
);
