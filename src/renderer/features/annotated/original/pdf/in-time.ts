import { PdfFailure } from './pdf-failure.ts';

/** Milliseconds a page may take: one that takes longer leads its reader in circles. */
const pageWithin = 30_000;

/** What comes of a page in time. @throws PdfFailure `slow`, and what the work throws */
export async function inTime<T>(work: Promise<T>, within = pageWithin): Promise<T> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => reject(new PdfFailure('slow')), within);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(late));
}
