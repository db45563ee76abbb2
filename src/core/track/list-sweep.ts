import type { UploadRow } from '../ledger/upload-row.ts';
import { isLastPage } from '../service/ask-list.ts';
import type { ServiceClient } from '../service/client.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';

export const pageSize = 100;
/**
 * The service's clock may differ from ours; documents are asked for from this much before the oldest landed,
 * ms.
 */
const clockMargin = 3_600_000;

export interface SweepOptions {
  readonly client: ServiceClient;
  readonly due: readonly UploadRow[];
  /** How many pages to read at most; others may add documents between ours, so a few more are allowed. */
  readonly pages: number;
  readonly signal: AbortSignal;
  readonly apply: (records: readonly DocumentRecord[]) => void;
}

export type Sweep =
  | { readonly kind: 'done'; readonly seen: ReadonlySet<string> }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failed' };

/**
 * Settles up to 100 documents a request: pages through the newest until everything due was seen
 * (service-behaviour.md, "List documents").
 */
export async function sweepList({ client, due, pages, signal, apply }: SweepOptions): Promise<Sweep> {
  const missing = new Set(due.map((row) => row.contentId ?? ''));
  const seen = new Set<string>();
  const oldest = Math.min(...due.map((row) => row.landedAt ?? row.createdAt));
  const from = new Date(oldest - clockMargin).toISOString();
  const mostPages = pages + Math.ceil(pages / 2);
  for (let page = 1; page <= mostPages && missing.size > 0; page++) {
    const answer = await client.documents.list(
      {
        from_date: from,
        ownership: 'owned',
        page,
        page_size: pageSize,
        sort_by: 'created_at',
        sort_order: 'desc',
      },
      { priority: 'polling', signal },
    );
    if (!answer.ok) {
      if (client.documents.listAvailable() === 'no') return { kind: 'unavailable' };
      return { kind: 'failed' };
    }
    apply(answer.value);
    for (const record of answer.value) {
      seen.add(record.id);
      missing.delete(record.id);
    }
    if (isLastPage(answer, pageSize)) break;
  }
  return { kind: 'done', seen };
}
