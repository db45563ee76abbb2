import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';
import { type Ambiguity, ambiguityOf } from './support/ambiguity.ts';

/**
 * Expressions that may divide a text in several ways, and why that costs no more than a moment: what they
 * see is short, ours, or decides without trying the other ways. RE2 (`re2js`) is the way out for all others.
 */
const explained: Readonly<Record<string, string>> = {
  "cli/complaint.ts /^too many arguments for '(?<name>.*?)'\\. Expected.*$/s":
    'a message about the command line',
  "cli/complaint.ts /^option '(?<name>.*?)' argument '(?<value>.*)' is invalid\\. (?<why>.*)$/s":
    'a message about the command line',
  "cli/complaint.ts /^command-argument value '(?<value>.*)' is invalid for argument '(?<name>.*?)'\\. (?<why>.*)$/s":
    'a message about the command line',
  'cli/complaint.ts /\\s*\\n\\s*/g': 'a message about the command line',
  'cli/complaint.ts /^(.*) \\(Did you mean (one of )?(.*)\\?\\)$/s': 'a message about the command line',
  'cli/sandbox-process.ts /EADDRINUSE.*?(\\d+)\\s*$/m': "a message of Sluice's own sandbox",
  'core/local/dates.ts /(?<![a-z\\d])Q([1-4])[-_. ]*(?:FY)?[-_. ]*((?:19|20)\\d\\d)(?!\\d)/i':
    'a file name has at most 255 bytes',
  'core/local/network-volume.ts /^.*? on (\\/.*) \\(([^,)]+)[^()]*\\)$/':
    "a line of the system's own mount(8)",
  'core/redact/patterns.ts /\\b((?:x-api-key|(?:proxy-)?authorization|(?:set-)?cookie)\\s{0,99}(?!:\\d{1,7}:\\d{1,7}: ):\\s{0,99})(?!["\'\\\\[\\s])[^\\r\\n"\'}]+/gi':
    'at most 99 blanks on each side, which another sign parts',
  'built /((?:(?:x-)?api[-_]?key|(?:proxy-)?authorization|(?:set-)?cookie|passwd|passphrase|client[-_]secret|secret|password)(?:%(?:25){0,3}2[27])?(?:%(?:25){0,3}20|\\+){0,9}%(?:25){0,3}3[AD](?:%(?:25){0,3}2[027]|\\+){0,9})(?!\\[redacted\\])[^\\s&"\'<>\\\\]+/gi':
    'at most nine blanks',
  'core/service/outcomes.ts /^\\S*(INVALID|UNKNOWN)\\S*TAG|^\\S*TAG\\S*(INVALID|UNKNOWN|NOT_FOUND)|^\\S+ tags\\b/':
    'at most 500 characters',
  "renderer/features/annotated/model/table/table-lines.ts /^(?:[A-Z]{0,3}[$€£¥₹₩]|CHF|EUR|USD|GBP|JPY)?\\s*(?:\\(?[-+−]?[A-Z]{0,3}[$€£¥₹₩]?\\s*\\d[\\d,.’']*|[—–-])\\s*(?:%|‰|pp|pts?\\.?|bps?|x|×)?\\)?\\s*%?$/":
    'the words of one cell, which blanks part',
  'renderer/features/help/docs-page.tsx /^([^#]*)#?(.*)$/': 'a link in the documentation',
  'renderer/features/help/read-notices.ts /^={80}\\n(.+) \\((.*)\\)\\n={80}\\n/m': 'a file that Sluice ships',
  'shared/configuration/configuration.ts /^https?:\\/\\/[^\\s/?#@]+[^\\s?#]*$/':
    "an address in the operator's own file",
  'shared/settings/byte-count.ts /^\\s*\\d+(?:\\.\\d+)?\\s*[kmgtKMGT]?[bB]?\\s*$/':
    "a size in the operator's own file",
};

/** Files that build expressions while they run, and from what. */
const builtLater: Readonly<Record<string, string>> = {
  'core/local/ignored-names.ts': 'globs without stars in a row; all others are RE2 (`ignored-names.ts`)',
  'core/redact/redact.ts': 'secrets, letter by letter',
  'core/service/parse-error.ts': 'the names of two elements',
  'sandbox/http/fault-box.ts': 'what a test or a user of the sandbox wrote',
  'sandbox/http/fault-rule.ts': 'what a test or a user of the sandbox wrote',
  'sandbox/store/open-database.ts': "the sandbox's own queries",
  'shared/settings/path-pattern.ts': 'checks that an expression is valid, and matches nothing with it',
};

const isSource = (path: string) =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !/(?:^|\/)testing\//.test(path);
const written: { path: string; expression: string }[] = [];
const building = new Set<string>();
for (const name of readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })) {
  const path = name.replaceAll('\\', '/');
  if (!isSource(path)) continue;
  const text = readFileSync(join(projectRoot, 'src', path), 'utf8');
  const look = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) written.push({ path, expression: node.text });
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && node.expression.getText() === 'RegExp') building.add(path);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}

/** Loads the files that build expressions, and notes those that they build at once. */
beforeAll(async () => {
  const { RegExp: Original } = globalThis;
  const noted = (expression: RegExp) => {
    written.push({ path: 'built', expression: String(expression) });
    return expression;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, [source, flags]) => noted(new target(source, flags)),
    apply: (target, _self, [source, flags]) => noted(target(source, flags)),
  });
  try {
    for (const path of building) if (!(path in builtLater)) await import(join(projectRoot, 'src', path));
  } finally {
    globalThis.RegExp = Original;
  }
});

test('an expression divides a text in one way, or it is said why the others cost nothing', () => {
  expect(written.length).toBeGreaterThan(700);
  const sandboxed = ({ path }: (typeof written)[number], found: Ambiguity) =>
    path.startsWith('sandbox/') && found === 'power';
  const found = written
    .map((one) => [one, ambiguityOf(one.expression)] as const)
    .filter(([one, ambiguity]) => ambiguity !== 'none' && !sandboxed(one, ambiguity))
    .map(([{ path, expression }]) => `${path} ${expression}`);
  expect([...new Set(found)].sort()).toEqual(Object.keys(explained).sort());
});

test('what is explained is still there', () => {
  for (const path of Object.keys(builtLater)) expect(building).toContain(path);
});

test.each<[Ambiguity, string]>([
  // The one that stopped the agent for hours with 280 bytes.
  [
    'exponential',
    String.raw`/^\s*(?:<!--[\s\S]*?-->\s*)*(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html[\s>])/iu`,
  ],
  ['exponential', '/(a+)+$/'],
  ['exponential', '/(?:a|a)*$/'],
  ['exponential', String.raw`/(?:\s*x?)*$/`],
  ['exponential', '/(?:a|b|ab)*c/'],
  ['exponential', '/x(?=(?:a*)*b)/'],
  ['power', '/a*a*$/'],
  ['power', String.raw`/^\s*-?\s*$/`],
  ['none', '/a+$/'],
  ['none', '/(?:ab)*c/'],
  ['none', '/^[^,]*(?:,[^,]*)*$/'],
  ['none', String.raw`/^(?:[^"\\]|\\.)*"/`],
])('%s: %s', (expected, expression) => {
  expect(ambiguityOf(expression)).toBe(expected);
});
