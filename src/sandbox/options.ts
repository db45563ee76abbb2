import type { SandboxClock } from './clock.ts';
import type { FaultRule } from './http/fault-rule.ts';

/** `spec`: the specification read literally. `field`: as deployments have been seen to behave. */
export type SandboxProfile = 'spec' | 'field';

export type RateLimitBy = 'key' | 'organization';

/** How the quotas are answered. */
export interface QuotaSettings {
  /** In `results`, or without the wrapper (default: as the profile does). */
  shape: 'wrapped' | 'bare';
  /** How "no limit" is written: null or `"unlimited"` (default: as the profile does). */
  unlimited: 'null' | 'word';
  /** Pages that may be uploaded; null means no limit (default 10,000). Nothing is refused past it. */
  pagesLimit: number | null;
}

/** What `startSandbox` can be told. Every field is optional. */
export interface SandboxOptions {
  /** Port of the API origin; 0 (default) takes a free one. */
  port?: number;
  /** Port of the storage origin; 0 (default) takes a free one. */
  storagePort?: number;
  /**
   * Folder that keeps everything over a restart. Without it a temporary folder is used and removed at `stop`.
   */
  dataDirectory?: string;
  profile?: SandboxProfile;
  /** Requests a minute on the API origin; none means no limit. */
  rateLimitPerMinute?: number | undefined;
  /**
   * Whose requests the limit counts together: of one API key (default), or of all keys of an organization.
   */
  rateLimitBy?: RateLimitBy;
  /**
   * Whether bytes that were on their way when their slot was deleted bring it back (default false): a PUT
   * that begins before the deletion and ends after it.
   */
  lateBytes?: boolean;
  /** Shortest and longest time from the landed PUT to `completed`, in sandbox seconds (default 1 to 3). */
  enrichSeconds?: readonly [number, number];
  faults?: readonly FaultRule[];
  /** Whether `GET /contents/v1/documents` exists (default true). */
  listEndpoint?: boolean;
  /** Whether text is extracted and annotated (default true); false stores and completes only. */
  annotate?: boolean;
  /** The owner's key. Without it one is made, and kept in the data directory. */
  apiKey?: string;
  clock?: SandboxClock;
  /** Sandbox seconds a real second, for the clock the sandbox makes itself (default 1). */
  speed?: number;
  /** Decides fault probabilities, enrichment times and invented documents (default 1). */
  seed?: number;
  /** Life of an upload address in sandbox seconds (default 3600). */
  uploadAddressSeconds?: number;
  /** Port of the agents origin; 0 (default) takes a free one. */
  agentsPort?: number;
  /** Whether the organizations may see the category `ipos-calendar` (default true). */
  ipoCalendar?: boolean;
  quotas?: Partial<QuotaSettings>;
}

/** The options with every gap filled. */
export interface SandboxSettings {
  profile: SandboxProfile;
  rateLimitPerMinute: number | undefined;
  rateLimitBy: RateLimitBy;
  lateBytes: boolean;
  enrichSeconds: readonly [number, number];
  listEndpoint: boolean;
  annotate: boolean;
  seed: number;
  uploadAddressSeconds: number;
  ipoCalendar: boolean;
  quotas: QuotaSettings;
}

/** Fills the gaps of the options with the defaults. */
export function sandboxSettings(options: SandboxOptions): SandboxSettings {
  const field = options.profile === 'field';
  return {
    profile: options.profile ?? 'spec',
    rateLimitPerMinute: options.rateLimitPerMinute,
    rateLimitBy: options.rateLimitBy ?? 'key',
    lateBytes: options.lateBytes ?? false,
    enrichSeconds: options.enrichSeconds ?? [1, 3],
    listEndpoint: options.listEndpoint ?? true,
    annotate: options.annotate ?? true,
    seed: options.seed ?? 1,
    uploadAddressSeconds: options.uploadAddressSeconds ?? 3600,
    ipoCalendar: options.ipoCalendar ?? true,
    quotas: {
      shape: field ? 'bare' : 'wrapped',
      unlimited: field ? 'word' : 'null',
      pagesLimit: 10_000,
      ...options.quotas,
    },
  };
}
