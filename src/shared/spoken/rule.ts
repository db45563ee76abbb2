import type { SpokenCode } from './said.ts';

/** Names of the rules of schemas: `said.rule.NAME` of the sentences. */
export type RuleName = SpokenCode extends infer Code
  ? Code extends `rule.${infer Name}`
    ? Name
    : never
  : never;
export type RuleCode = `rule.${RuleName}`;

/**
 * A rule as the message of a schema or of a check: its code, so that whoever shows it says it in the person's
 * language.
 */
export function rule(name: RuleName): RuleCode {
  return `rule.${name}`;
}

/** Whether the message of a schema is a rule of ours, and none of Zod's own sentences. */
export function isRule(message: string): message is RuleCode {
  return message.startsWith('rule.');
}
