import { AppError } from './app-error.ts';
import type { ErrorCode } from './catalog.ts';

const byCode: Readonly<Record<string, ErrorCode>> = {
  EMFILE: 'TOO_MANY_FILES',
  ENFILE: 'TOO_MANY_FILES',
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
};

/**
 * What the machine lacks, where an error of the operating system says so: a full disk, no free file
 * descriptors. It is the cause whatever was being opened or written; undefined for any other error.
 */
export function systemTrouble(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AppError) return Object.values(byCode).find((code) => code === error.code);
  return byCode[String((error as { readonly code?: unknown }).code)];
}
