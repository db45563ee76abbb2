import { useEffect, useRef, useState } from 'react';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { useCallFunction } from '../../lib/bridge/host-context.tsx';
import { download } from '../../lib/download.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { uploadsCsv } from './uploads-csv.ts';

/** Rows asked for at once; the most the bridge gives. */
const pageSize = 1_000;

/** Collects every upload of a filter, page by page, and saves them as a file. `done` is set while it runs. */
export function useExport(filter: UploadFilter) {
  const call = useCallFunction();
  const [done, setDone] = useState<number>();
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);

  async function start(kind: 'csv' | 'json'): Promise<void> {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const rows: Upload[] = [];
    setDone(0);
    try {
      // Oldest first: what is added meanwhile comes at the end and moves no page.
      for (;;) {
        const page = await call('uploads.list', {
          filter,
          order: 'oldest',
          offset: rows.length,
          limit: pageSize,
        });
        if (signal.aborted) return;
        rows.push(...page.rows);
        setDone(rows.length);
        if (page.rows.length < pageSize) break;
      }
      if (kind === 'csv') download('sluice-uploads.csv', 'text/csv', uploadsCsv(rows));
      else download('sluice-uploads.json', 'application/json', `${JSON.stringify(rows, null, 2)}\n`);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setDone(undefined);
    }
  }

  return { done, start, cancel: () => controller.current.abort() };
}
