import type { Answer } from './answer.ts';

/** The live check of `doctor` and Welcome: one answer for each thing the profile must be able to do. */
export interface ServiceCheck {
  readonly reachable: Answer<true>;
  readonly keyAccepted: Answer<true>;
  /** Fails with NO_SUCH_OPERATION where the deployment has no list; Sluice then polls documents one by one. */
  readonly listDocuments: Answer<true>;
  readonly listTags: Answer<true>;
  readonly listConnectors: Answer<true>;
}
