import { isoTime } from '../api/document-record.ts';
import type { FaultRule } from '../http/fault-rule.ts';
import type { Services } from '../services.ts';

/** What the sandbox is doing at this moment. */
export interface SandboxState {
  /** Sandbox time, ISO 8601. */
  now: string;
  speed: number;
  profile: string;
  rate_limit_per_minute: number | null;
  rate_limit_by: string;
  requests_over_limit: number;
  late_bytes: boolean;
  /** PUTs under way, from the request to the answer or the end of the connection. */
  puts_at_once: number;
  /** The most of them at once since the start. */
  most_puts_at_once: number;
  list_endpoint: boolean;
  annotate: boolean;
  /** How many live documents have each status. */
  counts: Record<string, number>;
  documents: { id: string; file_name: string; status: string; raw_size: number; chunks: number }[];
  faults: { rule: FaultRule; matched: number; struck: number }[];
}

/** Reads the state: live documents with their chunk counts, the clock, the limit and the faults. */
export function readState({ clock, settings, rateLimit, puts, documents, faults }: Services): SandboxState {
  return {
    now: isoTime(clock.now()),
    speed: clock.speed(),
    profile: settings.profile,
    rate_limit_per_minute: settings.rateLimitPerMinute ?? null,
    rate_limit_by: settings.rateLimitBy,
    requests_over_limit: rateLimit.overLimit(),
    late_bytes: settings.lateBytes,
    puts_at_once: puts.now(),
    most_puts_at_once: puts.most(),
    list_endpoint: settings.listEndpoint,
    annotate: settings.annotate,
    counts: documents.countByStatus(),
    documents: documents
      .audit()
      .filter((row) => row.deleted_at === null)
      .map(({ id, file_name, status, raw_size, chunks }) => ({ id, file_name, status, raw_size, chunks })),
    faults: faults.state(),
  };
}
