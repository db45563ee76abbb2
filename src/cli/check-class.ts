import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';

/** The exit class of checks: that of the first that failed. */
export function classOfChecks(
  checks: readonly { readonly ok: boolean; readonly code?: string | undefined }[],
): ExitClass {
  const failed = checks.find(({ ok }) => !ok);
  if (failed === undefined) return 'ok';
  return failed.code !== undefined && isErrorCode(failed.code) ? errorCatalog[failed.code].exit : 'partial';
}
