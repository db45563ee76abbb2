import { z } from 'zod';
import { answerSchema, eventSchema } from '../src/cli/output/frame-schema.ts';
import { exitRows } from '../src/cli/help/exit-meanings.ts';
import { tableRow, writePart } from './write-part.ts';

/**
 * Writes what `docs/scripting.md` says of the code: `node scripts/scripting-page.ts`. With `--check` it only
 * says whether that is current; a test asks for it.
 */
const command = 'node scripts/scripting-page.ts';
const schemaText = (schema: z.ZodType) =>
  `\`\`\`json\n${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n\`\`\``;

writePart({
  document: 'scripting.md',
  mark: 'exit codes',
  command,
  text: [
    '| code | class | what it says |',
    '|---|---|---|',
    ...exitRows().map(({ code, names, meaning }) =>
      tableRow([String(code), names.map((name) => `\`${name}\``).join(', '), meaning]),
    ),
  ].join('\n'),
});

writePart({
  document: 'scripting.md',
  mark: 'json schema',
  command,
  text: [answerSchema, eventSchema].map(schemaText).join('\n\n'),
});
