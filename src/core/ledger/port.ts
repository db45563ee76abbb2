import type { AbandonedSlots } from './abandoned-slots.ts';
import type { CallHistory } from './call-history.ts';
import type { DocumentJobs } from './document-jobs.ts';
import type { Documents } from './documents.ts';
import type { Facts } from './facts.ts';
import type { Intake } from './intake.ts';
import type { KnownDocuments } from './known-documents.ts';
import type { LeftServices } from './left-services.ts';
import type { OwnFiles } from './own-files.ts';
import type { Tags } from './tags.ts';
import type { UploadHistory } from './upload-history.ts';
import type { Uploads } from './uploads.ts';
import type { WatchedVolumes } from './watched-volumes.ts';

/** The same methods, each answering later: what a ledger on another machine can offer too. */
export type Asynchronous<T> = {
  readonly [K in keyof T]: T[K] extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Promise<Awaited<R>>
    : never;
};

/**
 * The ledger as the engine sees it. It owns the claim "this profile already has these bytes". SQLite is the embedded
 * default (`sqlite-ledger.ts`); nothing outside this folder may rely on its answering at once.
 */
export interface Ledger {
  readonly uploads: Asynchronous<Uploads>;
  readonly slots: Asynchronous<AbandonedSlots>;
  readonly facts: Asynchronous<Facts>;
  readonly history: Asynchronous<UploadHistory>;
  readonly documents: Asynchronous<Documents>;
  readonly jobs: Asynchronous<DocumentJobs>;
  readonly known: Asynchronous<KnownDocuments>;
  readonly left: Asynchronous<LeftServices>;
  readonly calls: Asynchronous<CallHistory>;
  readonly tags: Asynchronous<Tags>;
  readonly files: Asynchronous<OwnFiles>;
  readonly volumes: Asynchronous<Pick<WatchedVolumes, 'root'>>;
  readonly intake: Intake;
  /** Resolves when everything written before the call survives a power cut. */
  durable(): Promise<void>;
  /** A number that changes whenever another process wrote. */
  foreignVersion(): Promise<number>;
}
