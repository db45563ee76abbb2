import { isRecord } from './is-record.ts';

export interface CalendarEvent {
  /** False for a company that is not traded yet and has no `rp_entity_id`. */
  readonly isMapped: boolean;
  readonly event: Readonly<Record<string, unknown>>;
}

/** The whole corporate calendar: `results` and `events_unmapped` (specification 4.11), by time. Never throws. */
export function calendarEvents(value: unknown): CalendarEvent[] {
  const fields = isRecord(value) ? value : {};
  const listOf = (list: unknown, isMapped: boolean) =>
    (Array.isArray(list) ? list : []).filter(isRecord).map((event) => ({ isMapped, event }));
  const all = [...listOf(fields.results, true), ...listOf(fields.events_unmapped, false)];
  return all.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)));
}

function timeOf({ event }: CalendarEvent): string {
  return typeof event.event_datetime === 'string' ? event.event_datetime : '';
}
