import { isMap, isPair, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { globProblem } from '#core/local/glob.ts';
import { addressProblem } from '#core/ports/profile-addresses.ts';
import { type Configuration, configurationSchema } from '#shared/configuration/configuration.ts';
import type { ConfigurationProblem } from '#shared/configuration/problem.ts';
import { folderDefaults, isExtension, sizesProblem } from '#shared/settings/watch-folder.ts';
import { nearest } from '#shared/spoken/nearest.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { saidIssue } from '#shared/spoken/said-issue.ts';
import { withoutUndefined } from '#shared/without-undefined.ts';
import { knownKeys } from './known-names.ts';

/** A configuration, and where its parts stand in the file. */
export interface ReadConfiguration {
  readonly configuration: Configuration;
  /** What is found wrong of a part later, by what is there to compare it with. */
  readonly problemAt: (path: Path, said: Said) => ConfigurationProblem;
}

export type Path = readonly PropertyKey[];

/** Characters of a file: reading it takes up to a second for each 300,000. */
const mostCharacters = 1_000_000;

type Read =
  | (ReadConfiguration & { readonly problems: readonly [] })
  | { readonly problems: readonly ConfigurationProblem[] };

/**
 * Reads a configuration file, offline: YAML 1.2, of which JSON is a part. Everything that is wrong is told at
 * once, each with its place.
 */
export function readConfiguration(text: string): Read {
  if (text.length > mostCharacters)
    return { problems: [{ line: 1, column: 1, key: '', said: said('configuration.tooLarge') }] };
  const lineCounter = new LineCounter();
  // What its warnings say of is in `warnings`; else they go to the terminal, with a stack.
  const document = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    version: '1.2',
    logLevel: 'error',
  });
  const placeAt = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0)
    return {
      problems: faults.map(({ message, pos: [offset] }) => ({
        ...placeAt(offset),
        key: '',
        said: notYaml({ message }),
      })),
    };
  const problemAt = (path: Path, what: Said): ConfigurationProblem => ({
    ...placeAt(offsetOf(document.contents, path)),
    key: keyOf(path),
    said: what,
  });
  const valueAt = (path: Path) => document.getIn(path);
  const value = plain(document);
  if (value instanceof Error) return { problems: [problemAt([], notYaml(value))] };
  const parsed = configurationSchema.safeParse(value);
  if (!parsed.success)
    return {
      problems: inOrder(parsed.error.issues.flatMap((issue) => problemsOf(issue, problemAt, valueAt))),
    };
  const problems = [...inconsistencies(parsed.data, problemAt)];
  const lastPath = ['folders', (parsed.data.folders?.length ?? 0) - 1, 'path'];
  const last = document.getIn(lastPath, true);
  // Of a file that was cut off, as by a full disk, the rest would be a folder above the one that was meant.
  if (isScalar(last) && last.type === 'PLAIN' && last.range?.[1] === text.length)
    problems.push(problemAt(lastPath, said('configuration.cutOff')));
  return problems.length > 0 ? { problems } : { problems: [], configuration: parsed.data, problemAt };
}

/** An alias that grows without end is refused by the library. */
function plain(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function notYaml({ message }: Pick<Error, 'message'>): Said {
  return said('configuration.syntax', { reason: message });
}

/** An unknown key is a problem of its own, at its place. */
function problemsOf(
  issue: z.core.$ZodIssue,
  problemAt: ReadConfiguration['problemAt'],
  valueAt: (path: Path) => unknown,
): ConfigurationProblem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      withSuggestion(
        problemAt(
          [...issue.path, key],
          said('configuration.unknownKey', { name: keyOf([...issue.path, key]) }),
        ),
        nearest(key, knownKeys(issue.path)),
      ),
    );
  const problem = problemAt(
    issue.path,
    saidIssue({ ...issue, path: issue.path.length === 0 ? [] : [keyOf(issue.path)] }, 'file'),
  );
  const value = valueAt(issue.path);
  const isChoice = issue.code === 'invalid_value' && typeof value === 'string';
  return [withSuggestion(problem, isChoice ? nearest(value, issue.values.map(String)) : undefined)];
}

/** As they stand in the file. */
function inOrder(problems: readonly ConfigurationProblem[]): ConfigurationProblem[] {
  return problems.toSorted((one, other) => one.line - other.line || one.column - other.column);
}

function withSuggestion(problem: ConfigurationProblem, suggestion: string | undefined): ConfigurationProblem {
  return suggestion === undefined ? problem : { ...problem, suggestion };
}

/** What each part for itself may be, and what together makes no sense. */
function* inconsistencies(
  { profiles = [], folders = [] }: Configuration,
  problemAt: ReadConfiguration['problemAt'],
): Generator<ConfigurationProblem> {
  const names = new Set<string>();
  for (const [index, { name, baseUrl, agentsUrl, insecureAccepted }] of profiles.entries()) {
    if (names.has(name)) yield problemAt(['profiles', index, 'name'], said('configuration.twice', { name }));
    names.add(name);
    for (const [field, address] of Object.entries({ baseUrl, agentsUrl })) {
      const problem = address === null ? undefined : addressProblem(address, insecureAccepted);
      if (problem === undefined) continue;
      const what = problem.spoken ?? { code: problem.code, values: {} };
      yield problemAt(['profiles', index, field], what);
    }
  }
  const paths = new Set<string>();
  for (const [index, folder] of folders.entries()) {
    const { path, filters = [], types = [] } = folder;
    const crossed = sizesProblem({ ...folderDefaults, ...withoutUndefined(folder) });
    if (crossed !== undefined) yield problemAt(['folders', index, 'minSize'], crossed);
    if (paths.has(path))
      yield problemAt(['folders', index, 'path'], said('configuration.twice', { name: path }));
    paths.add(path);
    for (const [at, { glob }] of filters.entries()) {
      const problem = globProblem(glob);
      if (problem === undefined) continue;
      yield problemAt(['folders', index, 'filters', at, 'glob'], said(`usage.${problem}`, { name: glob }));
    }
    for (const [at, type] of types.entries())
      if (!isExtension(type))
        yield problemAt(['folders', index, 'types', at], said('usage.noExtension', { name: type }));
  }
}

/** `folders[0].share`, as people write it. */
function keyOf(path: Path): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`))
    .join('');
}

/** Where a part begins, its key where it has one; what is not there stands where it would have to be. */
function offsetOf(root: unknown, path: Path): number {
  let node = root as Node | null | undefined;
  let offset = node?.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find((one) => isPair(one) && isScalar(one.key) && one.key.value === part);
      if (pair === undefined) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (node !== null && node !== undefined && 'items' in node) {
      node = (node.items as (Node | undefined)[])[Number(part)];
      if (node === undefined) return offset;
      offset = node.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}
