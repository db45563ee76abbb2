import { AppError } from '#shared/errors/app-error.ts';
import { type ErrorCode, isErrorCode } from '#shared/errors/catalog.ts';
import type { VolumeOperations } from './volume-operations.ts';

export type OperationName = keyof VolumeOperations;

/** What a drive's process is asked. Plain data, as all operations of the gate take and give it. */
export interface Question {
  readonly id: number;
  readonly operation: OperationName;
  readonly args: readonly unknown[];
}

/** The first that a drive's process says: it is there, and has touched nothing yet. */
export interface Ready {
  readonly kind: 'ready';
}

export type Answer =
  /** It goes on: so many bytes so far. */
  | { readonly id: number; readonly kind: 'progress'; readonly bytes: number }
  | { readonly id: number; readonly kind: 'value'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'error'; readonly error: PlainError };

/** An error on its way between processes or threads: what is decided by, and what people read. */
export interface PlainError {
  readonly message: string;
  readonly code: string | undefined;
  readonly syscall: string | undefined;
  /** Of an AppError only. */
  readonly app: { readonly detail: string | undefined; readonly retryable: boolean } | undefined;
}

export function toPlainError(error: unknown): PlainError {
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  const app = error instanceof AppError ? { detail: error.detail, retryable: error.retryable } : undefined;
  return { message: message ?? String(error), code, syscall, app };
}

export function fromPlainError({ message, code, syscall, app }: PlainError): Error {
  if (app && code !== undefined && isErrorCode(code)) {
    const { detail, retryable } = app;
    return new AppError(code as ErrorCode, { retryable, ...(detail === undefined ? {} : { detail }) });
  }
  return Object.assign(
    new Error(message),
    code === undefined ? {} : { code },
    syscall === undefined ? {} : { syscall },
  );
}

/** Buffers become plain arrays of bytes on some ways between processes. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
