import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { faultRuleSchema } from './http/fault-rule.ts';
import type { SandboxOptions } from './options.ts';

/** What the command line asks for. */
export type CommandLine =
  | { kind: 'run'; options: SandboxOptions; json: boolean }
  | { kind: 'help'; text: string }
  | { kind: 'mistake'; message: string };

/** The environment variable that gives the owner's API key. */
const keyVariable = 'SLUICE_SANDBOX_API_KEY';

const help = `sluice sandbox [options]

  --port N              port of the API (default: a free one)
  --storage-port N      port of the storage (default: a free one)
  --agents-port N       port of the workflows (default: a free one)
  --data DIR            keep everything in this folder (default: a temporary one)
  --profile spec|field  the specification literally, or as deployments behave (default: spec)
  --rate N              requests a minute before 429 (default: no limit)
  --rate-by WHOSE       the limit is a key's or an organization's (default: key)
  --enrich-seconds A-B  how long enrichment takes (default: 1-3)
  --faults FILE         a JSON array of fault rules
  --late-bytes          a PUT that ends after its slot was deleted brings it back
  --no-list             there is no list endpoint
  --no-annotate         store and complete without reading the files
  --speed FACTOR        sandbox seconds for each real second (default: 1)
  --seed N              decides chances and times (default: 1)
  --no-ipos             the organizations may not see the category ipos-calendar
  --quotas SHAPE        wrapped or bare (default: wrapped in spec, bare in field)
  --unlimited HOW       quotas write "no limit" as null or as the word (default: null in spec, word in field)
  --api-key KEY         the owner's key (or ${keyVariable}; default: one is made)
  --json                print one line of JSON when ready
`;

const options = {
  port: { type: 'string' },
  'storage-port': { type: 'string' },
  'agents-port': { type: 'string' },
  data: { type: 'string' },
  profile: { type: 'string' },
  rate: { type: 'string' },
  'rate-by': { type: 'string' },
  'late-bytes': { type: 'boolean' },
  'enrich-seconds': { type: 'string' },
  faults: { type: 'string' },
  'no-list': { type: 'boolean' },
  'no-annotate': { type: 'boolean' },
  speed: { type: 'string' },
  seed: { type: 'string' },
  'no-ipos': { type: 'boolean' },
  quotas: { type: 'string' },
  unlimited: { type: 'string' },
  'api-key': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

class Mistake extends Error {}

/** Reads the arguments of the program; a mistake comes back as a sentence. */
export function readCommandLine(
  argumentList: string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine {
  try {
    const { values } = parseArgs({ args: argumentList, options, strict: true });
    if (values.help) return { kind: 'help', text: help };
    const apiKey = values['api-key'] ?? environment[keyVariable];
    const read: SandboxOptions = {
      port: number(values.port, 'port') ?? 0,
      storagePort: number(values['storage-port'], 'storage-port') ?? 0,
      agentsPort: number(values['agents-port'], 'agents-port') ?? 0,
      profile: choice(values.profile, 'profile', ['spec', 'field']) ?? 'spec',
      rateLimitPerMinute: number(values.rate, 'rate', 1),
      rateLimitBy: choice(values['rate-by'], 'rate-by', ['key', 'organization']) ?? 'key',
      lateBytes: values['late-bytes'] === true,
      listEndpoint: values['no-list'] !== true,
      annotate: values['no-annotate'] !== true,
      speed: number(values.speed, 'speed') ?? 1,
      seed: number(values.seed, 'seed') ?? 1,
      enrichSeconds: range(values['enrich-seconds'] ?? '1-3'),
      ipoCalendar: values['no-ipos'] !== true,
      quotas: quotas(values.quotas, values.unlimited),
      ...(values.data === undefined ? {} : { dataDirectory: values.data }),
      ...(values.faults === undefined ? {} : { faults: readFaults(values.faults) }),
      ...(apiKey === undefined || apiKey === '' ? {} : { apiKey }),
    };
    return { kind: 'run', options: read, json: values.json === true };
  } catch (error) {
    const known =
      error instanceof Mistake || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    if (!known) throw error;
    return { kind: 'mistake', message: `${(error as Error).message}\nSee \`sluice sandbox --help\`.` };
  }
}

function number(text: string | undefined, name: string, least = 0): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  const whole = name !== 'speed';
  if (text.trim() !== '' && Number.isFinite(value) && value >= least && !(whole && value % 1 !== 0))
    return value;
  throw new Mistake(`--${name} takes a ${whole ? 'whole ' : ''}number of at least ${least}, not "${text}".`);
}

function choice<Word extends string>(
  text: string | undefined,
  name: string,
  words: readonly [Word, Word],
): Word | undefined {
  if (text === undefined) return undefined;
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw new Mistake(`--${name} takes ${words.join(' or ')}, not "${text}".`);
}

function quotas(
  shape: string | undefined,
  unlimited: string | undefined,
): NonNullable<SandboxOptions['quotas']> {
  const wrapped = choice(shape, 'quotas', ['wrapped', 'bare']);
  const written = choice(unlimited, 'unlimited', ['null', 'word']);
  return {
    ...(wrapped === undefined ? {} : { shape: wrapped }),
    ...(written === undefined ? {} : { unlimited: written }),
  };
}

function range(text: string): readonly [number, number] {
  const match = /^(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?$/.exec(text);
  const shortest = Number(match?.[1]);
  const longest = Number(match?.[2] ?? match?.[1]);
  if (match !== null && shortest <= longest) return [shortest, longest];
  throw new Mistake(`--enrich-seconds takes a range such as 1-3, not "${text}".`);
}

function readFaults(path: string): NonNullable<SandboxOptions['faults']> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Mistake(`The faults file cannot be read: ${(error as Error).message}`);
  }
  try {
    const result = faultRuleSchema.array().safeParse(JSON.parse(text));
    if (result.success) return result.data as NonNullable<SandboxOptions['faults']>;
    const issue = result.error.issues[0];
    throw new Mistake(`The faults file ${path} is not valid at ${issue?.path.join('.')}: ${issue?.message}`);
  } catch (error) {
    if (error instanceof Mistake) throw error;
    throw new Mistake(`The faults file ${path} is not valid JSON.`);
  }
}
