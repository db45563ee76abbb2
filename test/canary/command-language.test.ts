import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';

/** What these declare is the help, a reference in English (docs/adr/0017). */
const ofTheHelp =
  /^(?:.*\.)?(?:description|argument|option|requiredOption|addHelpText|addExamples|addExamplesBelow|describe|Option|Argument|choice|withProfile)$/;
/** For who mends Sluice, in English as all logs. */
const ofTheLog = /^(?:.*\.)?(?:debug|info|warn|error|Error|redactor\.text)$/;

/**
 * Whole files: pages and monitoring are answered over HTTP in English; a document of the demo is no sentence
 * of ours; scripts of shells have words beside each other; the table of variables belongs to the help, and
 * names commands.
 */
const apart = [
  'src/cli/completion/bash.ts',
  'src/cli/completion/fish.ts',
  'src/cli/completion/zsh.ts',
  'src/cli/demo/demo-place.ts',
  'src/cli/monitoring/metrics-server.ts',
  'src/cli/monitoring/metrics-text.ts',
  'src/cli/help/exit-meanings.ts',
  'src/cli/help/topics.ts',
  'src/cli/ui/downloads.ts',
  'src/cli/ui/inbox.ts',
  'src/cli/ui/read-body.ts',
  'src/cli/ui/ui-server.ts',
  'src/cli/variables/secret-names.ts',
  'src/cli/variables/variable-of.ts',
  'src/cli/variables/variable-table.ts',
];

/** Two words of a language beside each other. A pattern, a header or a command is told apart by its signs. */
const words = /(?:^|[\s(])\p{L}{2,}[,;:.]? (?:a |I )?\p{L}{2,}(?:$|[\s,.;:?!)])/u;

/** Texts for people that stand in a source themselves, each with its line. */
function sentencesIn(source: string): string[] {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const called = node.expression.getText(file);
      const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : called;
      if (ofTheHelp.test(name) || ofTheLog.test(name)) {
        // A chain of calls goes on in what is called.
        visit(node.expression);
        return;
      }
    }
    if (
      ts.isVariableDeclaration(node) &&
      ['about', 'changes', 'examples', 'headings', 'listed'].includes(node.name.getText(file))
    )
      return;
    const text =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
        ? node.text
        : '';
    const isHeading = ts.isPropertyAssignment(node.parent) && node.parent.name.getText(file) === 'title';
    if (words.test(text) || (isHeading && /\p{L}/u.test(text)))
      found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${text}`);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

test('what the command line says to people stands in the locale files', () => {
  const files = globSync('src/cli/**/*.ts', { cwd: projectRoot })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file) && !apart.includes(file));
  const found = files.flatMap((file) =>
    sentencesIn(readFileSync(join(projectRoot, file), 'utf8')).map((text) => `${file}:${text}`),
  );
  expect(found).toEqual([]);
  for (const file of apart)
    expect(sentencesIn(readFileSync(join(projectRoot, file), 'utf8')), file).not.toEqual([]);
  expect(files.length).toBeGreaterThan(80);
});

/** Values of examples, what only the docs say, what exactly a failure of the service was (docs/adr/0017). */
const inEnglish = [
  'answer-declaration.ts: ; in each ',
  'answer-declaration.ts: each list in ',
  'answer-declaration.ts: in each ',
  'answer-declaration.ts: in each list ',
  'answer-declaration.ts: the answer itself',
  'answer-declaration.ts: whatever field holds a list',
  'as-command.ts: sluice call ',
  'knowledge-graph.ts: New York',
  'knowledge-graph.ts: chief executive',
  'request-of.ts: no path without ',
  'search.ts: supply chain',
  'workflow.ts: What moved revenue?',
];

/** What core says beside answers, and what it rules out, is said by pages and commands in their language. */
test('what core says of operations and their answers stands in the locale files', () => {
  const files = globSync(['src/core/service/operations/*.ts', 'src/shared/operations/*.ts'], {
    cwd: projectRoot,
  }).filter((file) => !/\.test\.ts$/.test(file));
  const found = files.flatMap((file) =>
    sentencesIn(readFileSync(join(projectRoot, file), 'utf8')).map((text) => `${basename(file)}:${text}`),
  );
  expect(found.map((text) => text.replace(/:\d+:/, ':')).sort()).toEqual(inEnglish);
  expect(files.length).toBeGreaterThan(40);
});

/** Faults of Sluice's own, and what the ledger keeps as text (docs/adr/0017). */
const detailsInEnglish = [
  'apply-record.ts: … bytes were sent, the service has …',
  'core-runtime.ts: core is not started',
  'database.ts: schema …, this version knows …',
  'download.ts: more than … bytes',
  'gone-documents.ts: … bytes were sent, the service has …',
  'open-data-folder.ts: …; the ledger must be brought up to date or rebuilt first, which only it may do',
  'sandbox-program.ts: the sandbox did not start',
  'upload-history.ts: already at the service',
];

/** What exactly a failure was, as text where it could be a sentence (`spoken`, docs/adr/0017). */
function detailsIn(source: string): string[] {
  return [...source.matchAll(/\bdetail(?:: | = )(['`])([^'`\n]*)\1/g)]
    .map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '…'))
    .filter((text) => words.test(text));
}

test('what exactly failed stands in the locale files', () => {
  const files = globSync(['src/core/**/*.ts', 'src/shared/**/*.ts', 'src/main/**/*.ts'], {
    cwd: projectRoot,
  }).filter((file) => !/\.test\.ts$|[\\/]testing[\\/]/.test(file));
  const found = files.flatMap((file) =>
    detailsIn(readFileSync(join(projectRoot, file), 'utf8')).map((text) => `${basename(file)}: ${text}`),
  );
  expect(found.sort()).toEqual(detailsInEnglish);
  expect(files.length).toBeGreaterThan(200);
  expect(detailsIn("throw new AppError('CONFLICT', { detail: 'it is not so' });")).toEqual(['it is not so']);
});

test.each([
  "output.line('No tags.');",
  `output.note(\`\${count} files are left\`);`,
  "const columns = [{ title: 'id', text: ({ id }) => id }];",
  "throw new AppError('USAGE', { detail: 'give a command' });",
  "program.command('x').description('what it does').action(() => output.line('It is done.'));",
])('would be noticed: %s', (source) => {
  expect(sentencesIn(source)).toHaveLength(1);
});

test.each([
  "program.command('x').description('what it does').option('--all', 'every one of them');",
  "logger.warn('the table cannot be shown', { error });",
  "output.line(output.say('cli.tags.none'));",
  "{ title: '', text: () => '-' };",
  "const args = ['xdg-open', '/c', 'content-type: text/plain'];",
])('is none: %s', (source) => {
  expect(sentencesIn(source)).toEqual([]);
});
