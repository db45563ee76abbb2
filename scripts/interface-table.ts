import { declarationText } from '../src/shared/operations/answer-declaration.ts';
import { describeOperations } from '../src/core/service/operations/describe-operations.ts';
import {
  type OperationArea,
  type OperationDescription,
  operationAreas,
} from '../src/shared/operations/description.ts';
import { tableRow, writePart } from './write-part.ts';

/**
 * Writes the tables of `docs/interface.md` from the registry: `node scripts/interface-table.ts`. With
 * `--check` it only says whether they are current; a test asks for that.
 */
const titles: Record<OperationArea, string> = {
  'knowledge-graph': 'Knowledge graph',
  'structured-data': 'Structured data and calendars',
  search: 'Search',
  workflow: 'Workflows',
  content: 'Content',
  subscription: 'Subscription',
};
const kinds: Record<OperationDescription['kind'], string> = {
  plain: '',
  paged: 'In pages; `--all` for the whole list.',
  stream: 'A stream.',
  batch: 'A batch: a file of queries, then polling.',
  upload: 'Done by uploading, never by `call`.',
};

/** The whole family of searches keeps the rules of the first: they stand there once. */
const family = 'search.query';

function rulesOf({ name, rules }: OperationDescription, all: readonly OperationDescription[]): string[] {
  const common = all.find((operation) => operation.name === family)?.rules ?? [];
  if (name === family || !common.every((rule) => rules.includes(rule))) return [...rules];
  return [`The rules of \`${family}\`.`, ...rules.filter((rule) => !common.includes(rule))];
}

function row(operation: OperationDescription, all: readonly OperationDescription[]): string {
  const { name, method, host, path, section, cost, notShown, kind, answer } = operation;
  const rules = rulesOf(operation, all);
  const remarks = [kinds[kind], ...rules, cost === null ? '' : `Cost: ${cost}`].filter((one) => one !== '');
  const address = host === 'agents' ? '{agents_url}' : '';
  const call = `\`${method} ${address}${path}\``;
  return tableRow([
    `\`${name}\``,
    call,
    section,
    remarks.join(' '),
    declarationText(answer),
    notShown.join(' '),
  ]);
}

/** The tables, one for each part of the interface. */
function tables(): string {
  const all = describeOperations();
  return operationAreas
    .map((area) => {
      const rows = all.filter((operation) => operation.area === area).map((operation) => row(operation, all));
      const head =
        '| Operation | Method and path | Section | Rules, and cost | Answer | Not shown |\n|---|---|---|---|---|---|';
      return `### ${titles[area]}\n\n${head}\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

writePart({
  document: 'interface.md',
  mark: 'operations',
  command: 'node scripts/interface-table.ts',
  text: tables(),
});
