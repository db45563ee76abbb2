/** The last-sync fields of a connector (specification 2.7). */
export interface LastSync {
  readonly last_sync_at?: string | null | undefined;
  readonly last_sync_status?: string | null | undefined;
  readonly last_sync_error_msg?: string | null | undefined;
  readonly last_sync_count?: number | null | undefined;
}

/** `unknown` is a status in words of the service's own: it is shown as it stands. */
export type SyncOutcome = 'never' | 'running' | 'success' | 'failed' | 'unknown';

/*
 * The specification names no value of `last_sync_status` and only says that one means success, so these are
 * the words such a field may hold. An error message counts for more than any of them, because it is null on
 * success.
 */
const running =
  /^(queued|pending|accepted|scheduled|start(ed|ing)|running|syncing|in[ _-]?progress|processing)$/i;
const success = /^(success(ful|fully)?|succeeded|ok|completed?|done|finished)$/i;
const failure = /^(fail(ed|ure)?|error(ed)?|aborted|timed?[ _-]?out)$/i;

/** What the last sync came to. */
export function syncOutcome(connector: LastSync): SyncOutcome {
  const status = (connector.last_sync_status ?? '').trim();
  if (running.test(status)) return 'running';
  if (connector.last_sync_error_msg || failure.test(status)) return 'failed';
  if (success.test(status)) return 'success';
  if (status !== '') return 'unknown';
  return connector.last_sync_at ? 'unknown' : 'never';
}
