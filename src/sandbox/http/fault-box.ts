import type { Random } from '../random.ts';
import { type FaultRule, faultRuleSchema } from './fault-rule.ts';
import type { OriginName } from './origin-name.ts';

interface ArmedRule {
  rule: FaultRule;
  path: RegExp | undefined;
  fileName: RegExp | undefined;
  matched: number;
  struck: number;
  /** How often each path was struck, where the rule counts that. */
  struckPaths: Map<string, number>;
}

/** What of a request decides whether a rule strikes it. */
export interface FaultedRequest {
  origin: OriginName;
  method: string;
  path: string;
  /** The document that the path names, and how old it is, sandbox ms; undefined where it names none. */
  document?: () => { readonly age: number; readonly fileName: string } | undefined;
}

/** The rules in force and how often each has struck. */
export interface FaultBox {
  /** Throws a ZodError naming the field when a rule is malformed; the rules in force then stay. */
  replace(rules: readonly FaultRule[]): void;
  /**
   * The rule that strikes this request, if any; the first in the list wins. Counts the request for every rule
   * it meets.
   */
  take(request: FaultedRequest): FaultRule | undefined;
  state(): { rule: FaultRule; matched: number; struck: number }[];
}

/** Makes a box of fault rules that draws chances from `random`. */
export function createFaultBox(random: Random): FaultBox {
  let armed: ArmedRule[] = [];
  return {
    replace(rules) {
      armed = faultRuleSchema
        .array()
        .parse(rules)
        .map((rule) => ({
          rule,
          path: expression(rule.match.path),
          fileName: expression(rule.match.fileName),
          matched: 0,
          struck: 0,
          struckPaths: new Map(),
        }));
    },
    take(request) {
      let taken: FaultRule | undefined;
      for (const candidate of armed) {
        const match = candidate.rule.match ?? {};
        if (match.origin !== undefined && match.origin !== request.origin) continue;
        if (match.method !== undefined && match.method.toUpperCase() !== request.method) continue;
        if (candidate.path !== undefined && !candidate.path.test(request.path)) continue;
        if (match.youngerThanMs !== undefined && !isYounger(request, match.youngerThanMs)) continue;
        if (candidate.fileName && !candidate.fileName.test(request.document?.()?.fileName ?? '')) continue;
        candidate.matched += 1;
        if (taken !== undefined || !strikes(candidate, request, random)) continue;
        candidate.struck += 1;
        if (candidate.rule.timesEach !== undefined) {
          candidate.struckPaths.set(request.path, (candidate.struckPaths.get(request.path) ?? 0) + 1);
        }
        taken = candidate.rule;
      }
      return taken;
    },
    state: () => armed.map(({ rule, matched, struck }) => ({ rule, matched, struck })),
  };
}

function expression(source: string | undefined): RegExp | undefined {
  return source === undefined ? undefined : new RegExp(source);
}

function isYounger({ document }: FaultedRequest, milliseconds: number): boolean {
  const named = document?.();
  return named !== undefined && named.age < milliseconds;
}

function strikes(armed: ArmedRule, { path }: FaultedRequest, random: Random): boolean {
  const { rule, matched, struck, struckPaths } = armed;

  const nth = rule.match?.nth;
  if (nth !== undefined && matched < nth) return false;
  if (struck >= (rule.times ?? (nth === undefined ? Number.POSITIVE_INFINITY : 1))) return false;
  if ((struckPaths.get(path) ?? 0) >= (rule.timesEach ?? Number.POSITIVE_INFINITY)) return false;
  return rule.probability === undefined || random() < rule.probability;
}
