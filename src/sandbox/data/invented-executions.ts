import type { ExecutionStatus, NewExecution } from '../store/executions.ts';
import type { Company } from './companies.ts';
import { chance, choose } from './invent.ts';
import communityTemplates from './workflow-templates.json' with { type: 'json' };

/** So many runs the owner is given, enough for three pages of the default size. */
const count = 45;
const hourMs = 60 * 60 * 1000;

/** Runs of the last weeks, newest first, with every status at least once. */
export function inventedExecutions(
  userId: string,
  now: number,
  companies: readonly Company[],
): NewExecution[] {
  return Array.from({ length: count }, (_, index) => {
    const key = `execution:${index}`;
    const template = communityTemplates[index % communityTemplates.length];
    const company = companies[Math.floor(chance(`${key}:company`) * companies.length)];
    const createdAt = now - (index * 16 + 1 + chance(key) * 10) * hourMs;
    const status = statusOf(index);
    const inputs = Object.fromEntries(
      (template?.inputs ?? []).map(({ name, type }) => [
        name,
        {
          type,
          value:
            type === 'string' ? choose(key, ['inflation', 'tariffs', 'supply chain']) : (company?.id ?? ''),
        },
      ]),
    );
    return {
      userId,
      name: `${template?.name ?? 'Research'} ${count - index}`,
      status,
      isPublic: index % 9 === 4,
      templateId: index % 7 === 6 ? null : (template?.id ?? null),
      inputs: index % 7 === 6 ? null : inputs,
      createdAt,
      updatedAt: createdAt + (status === 'pending' ? 0 : 4 * 60 * 1000),
    };
  });
}

function statusOf(index: number): ExecutionStatus {
  if (index === 0) return 'pending';
  if (index === 1) return 'running';
  if (index % 11 === 5) return 'error';
  return index % 13 === 7 ? 'cancelled' : 'completed';
}
