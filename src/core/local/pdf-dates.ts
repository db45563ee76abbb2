import { programOf } from '#core/places/places.ts';
import type { StartProgram } from '#core/ports/programs.ts';
import { Reader, type ReaderLimits, type ReaderSource } from '#core/threads/reader.ts';
import { validTime } from './pdf-date.ts';
import type { PdfQuestion } from './pdf-worker.ts';

const usual: ReaderLimits = { heap: 256, deadline: 10_000, kept: 10_000, output: 0 };

/** The date that a PDF gives itself, as ISO 8601; null for one that gives none or cannot be read. */
export type DateOfPdf = (file: ReaderSource) => Promise<string | null>;

/** Reads dates of PDFs in a process without rights (`threads/reader.ts`). */
export function createPdfDates(limits: Partial<ReaderLimits> = {}, start?: StartProgram): DateOfPdf {
  const reader = new Reader(programOf('pdf-worker'), { ...usual, ...limits }, start);
  return async (source) => {
    const date = await reader.ask('date' satisfies PdfQuestion, { source }).catch(() => null);
    return typeof date === 'string' ? validTime(new Date(date)) : null;
  };
}
