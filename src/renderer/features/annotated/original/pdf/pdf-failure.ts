/** Why a PDF is not shown. */
export type PdfFailureKind = 'tooLarge' | 'memory' | 'password' | 'broken' | 'empty' | 'slow' | 'read';

export class PdfFailure extends Error {
  readonly kind: PdfFailureKind;
  /** Of a file that is too large. */
  readonly bytes: number;

  constructor(kind: PdfFailureKind, { bytes = 0, detail = '' } = {}) {
    super(detail);
    this.kind = kind;
    this.bytes = bytes;
  }
}
