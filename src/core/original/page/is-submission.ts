const submission = /^\s*(?:<SEC-DOCUMENT>|<SUBMISSION>|-----BEGIN PRIVACY-ENHANCED MESSAGE-----)/u;

/** True for the complete text of a filing: a header and several documents in one file. */
export function isSubmission(text: string): boolean {
  return submission.test(text.slice(0, 2_000));
}
