import { declarationText } from '#shared/operations/answer-declaration.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { jsonLines } from './json-text.ts';
import { plural } from './format.ts';
import type { Output } from './output.ts';

/** The operations as a table. */
export function operationTable(operations: readonly OperationDescription[], output: Output): void {
  output.table(
    [
      { title: 'operation', text: ({ name }: OperationDescription) => name },
      { title: 'request', text: ({ method, path }) => `${method} ${path}`, shrinks: true },
      { title: 'section', text: ({ section }) => section },
      { title: '', text: ({ title }) => title, shrinks: true },
    ],
    operations,
  );
  output.line(
    `${plural(operations.length, 'operation')}. \`sluice call NAME --describe\` shows what one takes.`,
  );
}

/** What an operation takes, its rules, and what nobody knows of it. */
export function describeLines(operation: OperationDescription, output: Output): void {
  const { title, name, method, host, path, section, cost, rules, notShown } = operation;
  output.line(output.paint.bold(title));
  output.line(
    `${name}  ${method} ${host === 'agents' ? '{agents_url}' : '{base_url}'}${path}  section ${section}`,
  );
  if (cost !== null) output.line(`Cost: ${cost}`);
  for (const rule of rules) output.line(`Rule: ${rule}`);
  for (const gap of notShown) output.line(`Not shown: ${gap}`);
  output.line(`Answer: ${declarationText(operation.answer)}`);
  fieldLines('Parameters', operation.parametersSchema, output);
  fieldLines('Body', operation.requestSchema, output);
  if (operation.example?.body !== undefined) {
    output.line('Example of a body:');
    jsonLines(operation.example.body, output);
  }
}

function fieldLines(title: string, schema: Readonly<Record<string, unknown>> | null, output: Output): void {
  const properties = isRecord(schema?.properties) ? schema.properties : {};
  const required = Array.isArray(schema?.required) ? schema.required : [];
  if (Object.keys(properties).length === 0) return;
  output.line(`${title}:`);
  const rows = Object.entries(properties).map(([field, of]) => ({ field, of: isRecord(of) ? of : {} }));
  output.table(
    [
      { title: 'field', text: ({ field }) => `  ${field}` },
      { title: 'type', text: ({ of }) => (typeof of.type === 'string' ? of.type : 'any') },
      { title: '', text: ({ field }) => (required.includes(field) ? 'required' : '') },
      {
        title: '',
        text: ({ of }) => (typeof of.description === 'string' ? of.description : ''),
        shrinks: true,
      },
    ],
    rows,
  );
}
