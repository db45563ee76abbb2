import { z } from 'zod';
import { isRecord } from './is-record.ts';
import { leavesOf } from './value-at.ts';

export const quotasSchema = z.object({
  /** `quota`, `credits`, or what the service calls it. */
  subscriptionType: z.string().nullable(),
  units: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      used: z.number().nullable(),
      /** Null without a limit, or where none is told. */
      limit: z.number().nullable(),
      left: z.number().nullable(),
    }),
  ),
  /** Pages that may still be processed; null where the service tells no limit of pages. */
  pagesLeft: z.number().nullable(),
  /** Whatever else the plan tells, by dotted names; the shape of a plan of credits is not known. */
  more: z.record(z.string(), z.unknown()),
});
export type Quotas = z.infer<typeof quotasSchema>;

/**
 * Usage and limits in one shape: with or without the `results` wrapper, a limit null or "unlimited"
 * (service-behaviour.md, "Quotas"). The specification does not show the answer (4.14), so what is missing
 * reads as not told. Never throws.
 */
export function normaliseQuotas(value: unknown): Quotas {
  const outer = isRecord(value) ? value : {};
  const fields = isRecord(outer.results) ? outer.results : outer;
  const listed = Array.isArray(fields.quota_units) ? fields.quota_units : [];
  const units = listed.filter(isRecord).map((unit, index) => {
    const id = textOf(unit.id) ?? textOf(unit.display_name) ?? String(index + 1);
    const used = numberOf(unit.units_usage);
    const limit = numberOf(unit.units_limit);
    const left = limit === null ? null : Math.max(0, limit - (used ?? 0));
    return { id, name: textOf(unit.display_name) ?? id, used, limit, left };
  });
  const pages = units.find(({ id, name }) => /pages?/i.test(id) || /pages?/i.test(name));
  return {
    subscriptionType: textOf(fields.subscription_type) ?? null,
    units,
    pagesLeft: pages?.left ?? null,
    more: moreOf(fields, units),
  };
}

/** Fields that are read above, and what stands around every answer (specification 2.5a). */
const readOfPlan = ['subscription_type', 'quota_units', 'metadata', 'errors', 'usage', 'results'];
const readOfUnit = ['id', 'display_name', 'units_usage', 'units_limit'];

function moreOf(fields: Readonly<Record<string, unknown>>, units: Quotas['units']): Quotas['more'] {
  const isPlan = ([name]: readonly [string, unknown]) => !readOfPlan.includes(name);
  const ofPlan = leavesOf(Object.fromEntries(Object.entries(fields).filter(isPlan)));
  const listed = Array.isArray(fields.quota_units) ? fields.quota_units.filter(isRecord) : [];
  const ofUnits = listed.flatMap((unit, index) =>
    leavesOf(unit)
      .filter(([name]) => !readOfUnit.includes(name))
      .map(([name, value]) => [`${units[index]?.id}.${name}`, value] as const),
  );
  return Object.fromEntries([...ofPlan, ...ofUnits]);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number, also as text; "unlimited" and everything else is none. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
