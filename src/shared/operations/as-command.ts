import type { OperationDescription } from './description.ts';

export interface CommandInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly all?: boolean | undefined;
}

/** Where a profile's service is; an address left out is shown as its name. */
export interface Addresses {
  readonly baseUrl?: string | undefined;
  readonly agentsUrl?: string | null | undefined;
}

type Shown = Pick<OperationDescription, 'name' | 'method' | 'host' | 'path' | 'pathParameters'>;

/**
 * The request as a curl command for a POSIX shell. The key is the variable `$SLUICE_API_KEY`, never its
 * value.
 */
export function curlOf(operation: Shown, input: CommandInput, addresses: Addresses = {}): string {
  const base = addresses.baseUrl ?? '{base_url}';
  const host =
    operation.host === 'base' ? base : (addresses.agentsUrl ?? addresses.baseUrl ?? '{agents_url}');
  const given = input.params ?? {};
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    given[name] === undefined || given[name] === '' ? whole : encodeURIComponent(String(given[name])),
  );
  const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE' && input.body !== undefined;
  const inQuery = operation.method === 'GET' && typeof input.body === 'object' ? { ...input.body } : {};
  const query: string[] = [];
  for (const [name, value] of Object.entries({ ...inQuery, ...given }))
    if (!operation.pathParameters.includes(name) && value !== undefined && value !== null)
      for (const one of Array.isArray(value) ? value : [value])
        query.push(`${encodeURIComponent(name)}=${encodeURIComponent(wordOf(one))}`);
  const search = query.length === 0 ? '' : `?${query.join('&')}`;
  return [
    `curl -X ${operation.method} ${quoted(host.replace(/\/+$/, '') + path + search)}`,
    `-H "X-API-KEY: $SLUICE_API_KEY"`,
    ...(hasBody
      ? [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(JSON.stringify(input.body))}`]
      : []),
  ].join(' \\\n  ');
}

/** The same call as a command of the agent. */
export function cliOf({ name }: Pick<Shown, 'name'>, input: CommandInput): string {
  const params = Object.entries(input.params ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => `${key}=${wordOf(one)}`),
    );
  return [
    `sluice call ${name}`,
    ...params.map((param) => `--param ${quoted(param)}`),
    ...(input.body === undefined ? [] : [`--json ${quoted(JSON.stringify(input.body))}`]),
    ...(input.all === true ? ['--all'] : []),
  ].join(' ');
}

function wordOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** For a POSIX shell: in single quotes nothing means anything but the quote itself. */
function quoted(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
