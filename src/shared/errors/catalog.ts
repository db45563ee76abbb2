import type { ErrorDescription } from './catalog-entry.ts';
import { fileErrors } from './file-errors.ts';
import { machineErrors } from './machine-errors.ts';
import { serviceErrors } from './service-errors.ts';
import { uploadErrors } from './upload-errors.ts';

/** Every code Sluice decides by. Code is decided by, sentences are only shown. */
export const errorCatalog = {
  ...serviceErrors,
  ...uploadErrors,
  ...fileErrors,
  ...machineErrors,
} as const satisfies Record<string, ErrorDescription>;

export type ErrorCode = keyof typeof errorCatalog;

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errorCatalog, value);
}
