import type { Aliases } from './aliases.ts';
import type { FaultRule } from './fault-rule.ts';
import type { Reply } from './reply.ts';

/** What is changed of an answer. */
type Rewriting = Pick<FaultRule, 'without' | 'replace'>;

/**
 * The answer with fields left out or with other values. What is no JSON stays as it is. Whoever is given
 * another value for a text finds what it named under that value too, so that a service that lies about an id
 * goes on lying.
 */
export function rewriteAnswer(
  reply: Reply,
  { without = [], replace = {} }: Rewriting,
  aliases: Aliases,
): Reply {
  if (typeof reply.body !== 'string' || reply.headers['content-type'] !== 'application/json') return reply;
  const body: unknown = JSON.parse(reply.body);
  for (const name of without) visit(body, name, (parent, key) => void delete parent[key]);
  for (const [name, value] of Object.entries(replace)) {
    visit(body, name, (parent, key) => {
      const former = parent[key];
      if (typeof former === 'string' && typeof value === 'string') aliases.add(value, former);
      parent[key] = value;
    });
  }
  return { ...reply, body: JSON.stringify(body) };
}

type Change = (parent: Record<string, unknown>, key: string) => void;

/**
 * Changes each field that `name` means: a field of that name anywhere, or with `$.` at the front exactly that
 * one.
 */
function visit(value: unknown, name: string, change: Change): void {
  if (name.startsWith('$.')) visitPath(value, name.slice(2).split('.'), change);
  else visitName(value, name, change);
}

function visitPath(value: unknown, [key = '', ...rest]: readonly string[], change: Change): void {
  if (!isParent(value)) return;
  const keys = key === '*' ? Object.keys(value) : Object.hasOwn(value, key) ? [key] : [];
  for (const one of keys) {
    if (rest.length === 0) change(value, one);
    else visitPath(value[one], rest, change);
  }
}

function visitName(value: unknown, name: string, change: Change): void {
  if (!isParent(value)) return;
  for (const key of Object.keys(value)) {
    if (key === name && !Array.isArray(value)) change(value, key);
    else visitName(value[key], name, change);
  }
}

function isParent(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
