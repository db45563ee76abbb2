import { jsonpath } from 'json-p3';
import { RE2JS } from 're2js';

const { JSONPathEnvironment, functions } = jsonpath;

/** Expressions kept ready; a query may take them from the document itself. */
const kept = 50;

/**
 * JSONPath as the library has it, but `match` and `search` run on an engine that takes time in proportion to
 * the text. I-Regexp (RFC 9485) has nothing that RE2 cannot say, and the library's way through JavaScript's
 * own takes minutes for `(a|a)*b`.
 */
export function createPathEnvironment(): InstanceType<typeof JSONPathEnvironment> {
  const environment = new JSONPathEnvironment();
  const expressions = new Map<string, RE2JS | null>();
  const expressionOf = (pattern: string): RE2JS | null => {
    const known = expressions.get(pattern);
    if (known !== undefined) return known;
    if (expressions.size >= kept) expressions.clear();
    const made = compiled(pattern);
    expressions.set(pattern, made);
    return made;
  };
  const asks = (test: (expression: RE2JS, text: string) => boolean) => (text: unknown, pattern: unknown) => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false;
    const expression = expressionOf(pattern);
    return expression !== null && test(expression, text);
  };
  const { argTypes, returnType } = new functions.Match();
  const matches = asks((expression, text) => expression.matcher(text).matches());
  const finds = asks((expression, text) => expression.matcher(text).find());
  environment.functionRegister.set('match', { argTypes, returnType, call: matches });
  environment.functionRegister.set('search', { argTypes, returnType, call: finds });
  return environment;
}

/** Null for what is no expression: no text matches it (RFC 9535 section 2.4.6). */
function compiled(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(withDots(pattern));
  } catch {
    return null;
  }
}

/**
 * A dot is any character but the ends of a line (RFC 9485 section 5.3); RE2's would take a carriage return
 * too.
 */
function withDots(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) => (part === '.' ? '[^\\n\\r]' : part));
}
