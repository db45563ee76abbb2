import { declarationText } from '#shared/operations/answer-declaration.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
import { inTheirLanguage } from '#shared/operations/in-their-language.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { jsonLines } from './json-text.ts';
import type { Output } from './output.ts';
import type { Words } from './words.ts';

/** The operations as a table. */
export function operationTable(operations: readonly OperationDescription[], output: Output): void {
  const { say } = output;
  output.table(
    [
      { title: say('cli.column.operation'), text: ({ name }: OperationDescription) => name },
      { title: say('cli.column.request'), text: ({ method, path }) => `${method} ${path}`, shrinks: true },
      { title: say('cli.column.section'), text: ({ section }) => section },
      { title: '', text: (operation) => operationTitle(operation, output), shrinks: true },
    ],
    operations,
  );
  output.line(say('cli.call.operations', { count: operations.length }));
}

/** What an operation is called; in the registry's words where the sentences do not know it yet. */
export function operationTitle(
  { name, title }: Pick<OperationDescription, 'name' | 'title'>,
  { say, isKey }: Words,
): string {
  const key = `operation.${name}`;
  return isKey(key) ? say(key) : title;
}

/** What an operation takes, its rules, and what nobody knows of it. */
export function describeLines(operation: OperationDescription, output: Output): void {
  const { say } = output;
  const { name, method, host, path, section, cost, rules, notShown, parametersSchema, requestSchema } =
    inTheirLanguage(operation, output);
  const request = `${method} ${host === 'agents' ? '{agents_url}' : '{base_url}'}${path}`;
  output.line(output.paint.bold(operationTitle(operation, output)));
  output.line(`${name}  ${request}  ${say('cli.call.section', { section })}`);
  if (cost !== null) output.line(say('cli.call.cost', { cost }));
  for (const rule of rules) output.line(say('cli.call.rule', { rule }));
  for (const gap of notShown) output.line(say('cli.call.notShown', { gap }));
  output.line(say('cli.call.answerOf', { answer: declarationText(operation.answer) }));
  fieldLines(say('cli.call.parameters'), parametersSchema, output);
  fieldLines(say('cli.call.body'), requestSchema, output);
  if (operation.example?.body !== undefined) {
    output.line(say('cli.call.example'));
    jsonLines(operation.example.body, output);
  }
}

function fieldLines(title: string, schema: Readonly<Record<string, unknown>> | null, output: Output): void {
  const properties = isRecord(schema?.properties) ? schema.properties : {};
  const required = Array.isArray(schema?.required) ? schema.required : [];
  if (Object.keys(properties).length === 0) return;
  const { say } = output;
  output.line(`${title}:`);
  const rows = Object.entries(properties).map(([field, of]) => ({ field, of: isRecord(of) ? of : {} }));
  output.table(
    [
      { title: say('cli.column.field'), text: ({ field }) => `  ${field}` },
      {
        title: say('cli.column.type'),
        text: ({ of }) => (typeof of.type === 'string' ? of.type : say('cli.call.any')),
      },
      { title: '', text: ({ field }) => (required.includes(field) ? say('cli.call.required') : '') },
      {
        title: '',
        text: ({ of }) => (typeof of.description === 'string' ? of.description : ''),
        shrinks: true,
      },
    ],
    rows,
  );
}
