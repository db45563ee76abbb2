import { formsOf } from './forms.ts';
import { isSecretName, redacted, redactPatterns, withoutEmails } from './patterns.ts';

interface Redacting {
  text(text: string): string;
  /** A copy of any value with its secrets removed; errors become plain objects, cycles are cut. */
  value(value: unknown): unknown;
}

/** Removes secrets from everything that leaves the program: logs, errors, the support bundle (S3). */
export interface Redactor extends Redacting {
  /** Registers a secret value (API key, broker password), to be removed wherever it appears. */
  add(secret: string): void;
  /**
   * Whether a text contains a registered secret, in any form: a short one only as the whole text, apart from
   * white space around it.
   */
  holdsSecret(text: string): boolean;
  /** Also removes e-mail addresses: logs and support bundles go to people who need not know them. */
  readonly forLog: Redacting;
}

/**
 * Shorter values appear in ordinary text by chance; fields named like secrets are removed whatever their
 * length.
 */
const shortestSecret = 4;
/** Shorter secrets may be words of a document. */
export const shortestInside = 12;
const deepest = 12;

/** Creates the one redactor of the program. It never throws, whatever it is given. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  /** Every form a known secret may take, longest first, so that no form leaves a rest of another. */
  let known: RegExp | undefined;
  /** The same of the longer ones; made when it is first asked for. */
  let knownLong: RegExp | undefined;

  function text(input: string): string {
    return redactPatterns(known === undefined ? input : input.replaceAll(known, redacted));
  }

  return {
    add(secret) {
      if (secret.length < shortestSecret) return;
      if (secrets.has(secret)) return;
      secrets.add(secret);
      known = matcherOf(secrets);
      knownLong = undefined;
    },
    holdsSecret(input) {
      if (secrets.has(input.trim())) return true;
      knownLong ??= matcherOf(new Set([...secrets].filter((secret) => secret.length >= shortestInside)));
      return input.search(knownLong) !== -1;
    },
    ...redactingBy(text),
    forLog: redactingBy((input) => withoutEmails(text(input))),
  };
}

function redactingBy(text: (input: string) => string): Redacting {
  function walk(value: unknown, depth: number, above: readonly object[]): unknown {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'bigint') return text(String(value));
    if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
    if (typeof value !== 'object' || value === null) return value;
    if (above.includes(value)) return '[circular]';
    if (depth >= deepest) return '[deep]';
    const inside = (item: unknown) => walk(item, depth + 1, [...above, value]);
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof URL || value instanceof RegExp) return text(String(value));
    if (Array.isArray(value)) return redactList(value, inside);
    if (value instanceof Map || value instanceof Headers || value instanceof URLSearchParams)
      return redactEntries([...value], inside);
    if (value instanceof Set) return [...value].map(inside);
    return redactEntries(entriesOf(value), inside);
  }

  /** Raw header lists alternate name and value, so a value after a secret name goes too. */
  function redactList(list: readonly unknown[], inside: (item: unknown) => unknown): unknown[] {
    return list.map((item, index) => {
      const before = list[index - 1];
      const isSecret = typeof item === 'string' && typeof before === 'string' && isSecretName(before);
      return isSecret ? redacted : inside(item);
    });
  }

  function redactEntries(
    entries: readonly (readonly [unknown, unknown])[],
    inside: (item: unknown) => unknown,
  ): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const [key, item] of entries) {
      const name = String(key);
      // Flags such as `apiKey: true` say that there is one, which is worth keeping.
      const isPlain = item === undefined || item === null || typeof item === 'boolean';
      Object.defineProperty(result, text(name), {
        value: isSecretName(name) && !isPlain ? redacted : inside(item),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return result;
  }

  return { text, value: (value) => walk(value, 0, []) };
}

/**
 * Shorter forms stand in ordinary text by chance: a secret so short is looked for as it is, and its other
 * forms are not.
 */
const shortestForm = 8;

/** Matches nowhere. */
const nothing = '(?!)';

/**
 * Finds all forms of all secrets in one pass, longest first, in upper or lower case: its cost grows with the
 * text alone.
 */
export function matcherOf(secrets: ReadonlySet<string>): RegExp {
  const longestFirst = (texts: Iterable<string>) => [...new Set(texts)].sort((a, b) => b.length - a.length);
  const long = [...secrets].flatMap(formsOf).filter((form) => form.length >= shortestForm);
  const short = [...secrets].filter((secret) => secret.length < shortestForm);
  const forms = [...longestFirst(long).map(inAnyCase), ...longestFirst(short).map(literal)];
  return new RegExp(forms.join('|') || nothing, 'g');
}

/** Both cases of each letter, since Node 22 knows no `(?i:…)` for a part of an expression. */
function inAnyCase(text: string): string {
  return [...text]
    .map((letter) => {
      const cases = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
      const single = [...cases].filter((one) => one.length === 1);
      return single.length > 1 ? `[${single.join('')}]` : literal(letter);
    })
    .join('');
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Own fields, and of errors also those that are not enumerable. Getters that throw are told as such. */
function entriesOf(value: object): [string, unknown][] {
  const names = new Set(Object.keys(value));
  if (value instanceof Error) for (const name of ['name', 'message', 'stack', 'cause']) names.add(name);
  if (value instanceof AggregateError) names.add('errors');
  const entries: [string, unknown][] = [];
  for (const name of names) {
    try {
      const item: unknown = Reflect.get(value, name);
      if (item !== undefined) entries.push([name, item]);
    } catch {
      entries.push([name, '[unreadable]']);
    }
  }
  return entries;
}
