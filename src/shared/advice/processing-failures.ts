import type { ErrorCode } from '../errors/catalog.ts';

/**
 * What the service says when it could not process a document (`error_code`), by what helps. The words are
 * those of the sandbox and those that such services use; which ones a deployment says is not told
 * (service-behaviour.md, "Document metadata"), and a word that is not here is the service's own trouble:
 * another try may help.
 */
export const processingFailures = {
  UNSUPPORTED_FILE_TYPE: 'FILE_TYPE_UNSUPPORTED',
  UNSUPPORTED_FORMAT: 'FILE_TYPE_UNSUPPORTED',
  UNSUPPORTED_MEDIA_TYPE: 'FILE_TYPE_UNSUPPORTED',
  FILE_TYPE_NOT_SUPPORTED: 'FILE_TYPE_UNSUPPORTED',
  FILE_ENCRYPTED: 'FILE_PROTECTED',
  ENCRYPTED: 'FILE_PROTECTED',
  PASSWORD_PROTECTED: 'FILE_PROTECTED',
  EXTRACTION_FAILED: 'FILE_DAMAGED',
  FILE_CORRUPT: 'FILE_DAMAGED',
  FILE_CORRUPTED: 'FILE_DAMAGED',
  EMPTY_FILE: 'FILE_WITHOUT_TEXT',
  NO_TEXT_FOUND: 'FILE_WITHOUT_TEXT',
  FILE_TOO_LARGE: 'FILE_TOO_LARGE',
} as const satisfies Readonly<Record<string, ErrorCode>>;

/** The code, and with it the advice, for what the service said when it failed. */
export function codeOfFailure(errorCode: string | null | undefined): ErrorCode {
  const word = (errorCode ?? '').toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  return Object.hasOwn(processingFailures, word)
    ? processingFailures[word as keyof typeof processingFailures]
    : 'ENRICHMENT_FAILED';
}
