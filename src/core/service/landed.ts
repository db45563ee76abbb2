import type { DocumentRecord } from './schemas/document.ts';

/** Whether the bytes of a document are at the service. */
export function hasLanded(record: DocumentRecord): boolean {
  if (record.status === 'processing' || record.status === 'completed' || record.status === 'failed')
    return true;
  return record.raw_size !== undefined && record.raw_size > 0;
}

/** Whether the service says that a document has another size than these bytes. */
export function isOfAnotherSize({ raw_size: told }: DocumentRecord, size: number): boolean {
  return told !== undefined && told > 0 && told !== size;
}

/**
 * Whether the service says, in so many words, that it waits for the bytes. A record that says neither proves
 * nothing.
 */
export function isKnownEmpty(record: DocumentRecord): boolean {
  if (hasLanded(record)) return false;
  return record.raw_size === 0 || record.status === 'placeholder' || record.status === 'pending';
}
