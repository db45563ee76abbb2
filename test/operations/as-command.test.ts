import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { describeOperations } from '#core/service/operations/describe-operations.ts';
import { cliOf, curlOf } from '#shared/operations/as-command.ts';
import type { OperationDescription } from '#shared/operations/description.ts';

const described = describeOperations();
const one = (name: string): OperationDescription => {
  const found = described.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};
/** What a real shell makes of a command's arguments, with `curl` and `sluice` only saying them back. */
const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; sluice() { curl "$@"; }; ${command}`], {
    env: { SLUICE_API_KEY: 'the key' },
  })
    .toString()
    .split('\0')
    .slice(0, -1);

const awkward = { query: `it's "quoted" $HOME \`id\` \\ ü`, countries: ['US'] };

test('curl gets every argument whole, and the key only from the environment', () => {
  const command = curlOf(one('knowledge-graph.etfs'), { body: awkward }, { baseUrl: 'https://api.example/' });
  expect(command).not.toContain('the key');
  expect(argumentsOf(command)).toEqual([
    '-X',
    'POST',
    'https://api.example/v1/knowledge-graph/etfs',
    '-H',
    'X-API-KEY: the key',
    '-H',
    'Content-Type: application/json',
    '--data-raw',
    JSON.stringify(awkward),
  ]);
});

test('parameters go where they belong', () => {
  const params = { connector_id: 'a/b', force_delete: true, none: undefined };
  const addresses = { baseUrl: 'https://api.example', agentsUrl: 'https://agents.example' };
  expect(argumentsOf(curlOf(one('connectors.delete'), { params }, addresses)).slice(0, 3)).toEqual([
    '-X',
    'DELETE',
    'https://api.example/contents/v1/connectors/a%2Fb?force_delete=true',
  ]);
  expect(curlOf(one('workflow.executions'), { params: { cursor: 'a b&c' } }, addresses)).toContain(
    'https://agents.example/v1/workflow/executions?cursor=a%20b%26c',
  );
  expect(curlOf(one('documents.list'), { params: { tags: ['a', 'b'] } }, addresses)).toContain(
    '?tags=a&tags=b',
  );
});

test('addresses and ids that are not known are named', () => {
  expect(curlOf(one('documents.annotated'), {})).toContain(
    `'{base_url}/contents/v1/documents/{content_id}/annotated'`,
  );
  expect(curlOf(one('workflow.templates.list'), {})).toContain('{agents_url}');
  expect(
    curlOf(one('workflow.templates.list'), {}, { baseUrl: 'https://api.example', agentsUrl: null }),
  ).toContain('https://api.example/v1/workflow/templates');
});

test('the command of the agent gets every argument whole', () => {
  const input = { params: { limit: 5, tags: ['a b', "c'd"] }, body: awkward, all: true };
  expect(argumentsOf(cliOf({ name: 'x.y' }, input))).toEqual([
    'call',
    'x.y',
    '--param',
    'limit=5',
    '--param',
    'tags=a b',
    '--param',
    "tags=c'd",
    '--json',
    JSON.stringify(awkward),
    '--all',
  ]);
  expect(cliOf({ name: 'subscription.quotas' }, {})).toBe('sluice call subscription.quotas');
});
