import { Command } from 'commander';
import { addCommonOptions } from '../src/cli/common-options.ts';
import { variableTable } from '../src/cli/variables/variable-table.ts';
import { exitCodes } from '../src/shared/errors/catalog-entry.ts';
import { tableRow, writePart } from './write-part.ts';

/**
 * Writes the variables that every command reads, and the exit codes, into README.md from the code:
 * `node scripts/readme-tables.ts`. With `--check` it only says whether they are current; a test asks for
 * that.
 */
const shown = new Set(['SLUICE_BASE_URL', 'SLUICE_API_KEY', 'SLUICE_API_KEY_FILE', 'SLUICE_DATA_DIR']);
const variables = variableTable(addCommonOptions(new Command('sluice')))
  .filter(({ variable }) => shown.has(variable))
  .map(({ variable, description }) => tableRow([`\`${variable}\``, description]));
const classes = Object.entries(exitCodes);
const codes = [...new Set(Object.values(exitCodes))].map((code) => {
  const names = classes.flatMap(([name, one]) => (one === code ? [name] : []));
  return `\`${code}\` ${names.join(' or ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
});

writePart({
  document: '../README.md',
  mark: 'variables and exit codes',
  command: 'node scripts/readme-tables.ts',
  text: [
    '| variable | what it says |',
    '|---|---|',
    ...variables,
    '',
    `Exit codes: ${codes.join(' · ')}.`,
  ].join('\n'),
});
