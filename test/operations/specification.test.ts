import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { operations } from '#core/service/operations.ts';

/** Copied by hand from sections 4.1 to 4.14; where two sections name an operation it stands once. */
const named = `
GET /v1/workflow/executions
POST /v1/knowledge-graph/etfs
POST /v1/knowledge-graph/funds
POST /v1/knowledge-graph/positions
POST /v1/knowledge-graph/organizations
POST /v1/knowledge-graph/people
POST /v1/knowledge-graph/places
POST /v1/knowledge-graph/products
POST /v1/knowledge-graph/concepts
POST /v1/knowledge-graph/topics
POST /v1/knowledge-graph/sources
GET /v1/knowledge-graph/{category}/values/{filter}
POST /v1/company-screener/query
POST /v1/company-revenue-product-segments/query
POST /v1/entity-sentiment/
GET /contents/v1/connectors/{connector_id}
PUT /contents/v1/connectors/{connector_id}
DELETE /contents/v1/connectors/{connector_id}
POST /contents/v1/connectors
POST /contents/v1/connectors/{connector_id}/sync
GET /contents/v1/documents/{content_id}/annotated
POST /contents/v1/documents
PATCH /contents/v1/documents/{content_id}
POST /contents/v1/tags
GET /contents/v1/tags
GET /v1/documents/{document_id}
POST /v1/economic-calendar/query
POST /v1/events-calendar/query
POST /v1/price/daily/query
POST /v1/analyst-estimates/query
POST /v1/search
POST /v1/search/watchlist
POST /v1/search/volume
POST /v1/search/co-mentions/entities
POST /v1/search/co-mentions/topics
POST /v1/search/batches
GET /v1/search/batches/{batch_id}
POST /v1/workflow/execute
GET /v1/workflow/templates
POST /v1/workflow/templates
GET /v1/workflow/templates/{id}
PUT /v1/workflow/templates/{id}
DELETE /v1/workflow/templates/{id}
GET /v1/workflow/templates/community
POST /v1/workflow/templates/{id}/clone
GET /v1/subscription/quotas
`
  .trim()
  .split('\n');

/**
 * Named without a path or a method: "list connectors", "get document metadata", "delete document", and three
 * lookups.
 */
const namedWithoutRequest = [
  'connectors.list',
  'documents.get',
  'documents.delete',
  'companies.subsidiaries',
  'companies.get-by-cusip',
  'companies.get-by-isin',
];

const inRegistry = Object.values(operations).map(({ method, path }) => `${method} ${path}`);

describe('the registry', () => {
  test.each(named)('has %s', (request) => {
    expect(inRegistry).toContain(request);
  });

  test.each(namedWithoutRequest)('has %s, and says that it is not wholly shown', (name) => {
    const operation = operations[name as keyof typeof operations];
    expect(operation.notShown.join(' ')).toMatch(/path|method/i);
  });

  test('has no request twice', () => {
    expect(new Set(inRegistry).size).toBe(inRegistry.length);
  });

  test('has nothing that neither the specification nor a deployment names', () => {
    const known = new Set([
      ...named,
      'GET /contents/v1/connectors',
      'GET /contents/v1/documents/{content_id}',
      'DELETE /contents/v1/documents/{content_id}',
      'POST /v1/subsidiaries',
      'POST /v1/companies/get-by-cusip',
      'POST /v1/companies/get-by-isin',
      // service-behaviour.md, "List documents" and "Links to files".
      'GET /contents/v1/documents',
      'GET /contents/v1/documents/{content_id}/original',
      // A category by section 1, with the filters of section 4.3.
      'POST /v1/knowledge-graph/companies',
    ]);
    expect(inRegistry.filter((request) => !known.has(request))).toEqual([]);
  });

  test('sends workflows to their own address and everything else to the main one', () => {
    for (const [name, { host }] of Object.entries(operations))
      expect([name, host]).toEqual([name, name.startsWith('workflow.') ? 'agents' : 'base']);
  });
});

const specification = fileURLToPath(new URL('../../../shared/service-interface.md', import.meta.url));

/** Every path in backquotes in section 4, as the text has it now. */
function pathsOf(text: string): string[] {
  const section = text.slice(text.indexOf('\n## 4. '), text.indexOf('\n## 5. '));
  const quoted = [...section.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  return quoted
    .flatMap((one) => one.split(/\s+/))
    .map((one) => one.replace(/^\{(base|agents)_url\}/, ''))
    .filter((one) => /^\/[\w/{}.-]+$/.test(one));
}

describe.runIf(existsSync(specification))('the specification beside this project', () => {
  const text = existsSync(specification) ? readFileSync(specification, 'utf8') : '';

  test('names no path that the registry lacks', () => {
    const paths = [...new Set(pathsOf(text))];
    // Some fifty are named; far fewer would mean that they are not found in the text any more.
    expect(paths.length).toBeGreaterThan(35);
    const known = Object.values(operations).map(({ path }) => path);
    const isKnown = (path: string) =>
      known.includes(path) || (/^\/\w+$/.test(path) && known.includes(`/v1/knowledge-graph${path}`));
    expect(paths.filter((path) => !isKnown(path))).toEqual([]);
  });

  test('names no method and path that the registry lacks', () => {
    const requests = [
      ...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (?:\{(?:base|agents)_url\})?(\/[^`\s]+)`/g),
    ].map(([, method, path]) => `${method} ${path}`);
    expect(requests.length).toBeGreaterThan(30);
    expect(requests.filter((request) => !inRegistry.includes(request))).toEqual([]);
  });

  test('has each section that an operation refers to', () => {
    for (const { section } of Object.values(operations)) expect(text).toContain(`### ${section} `);
  });
});
