import type { Settings } from '#shared/settings/settings.ts';
import type { Engine } from '#core/create-core.ts';

/** What a measured agent is made of; it comes with its first message. */
export interface AgentSetup {
  readonly dataDirectory: string;
  readonly settings: Settings;
  readonly apiKey: string;
  /** Speed of its clock, as the sandbox's `--speed`. */
  readonly speed: number;
  /** Milliseconds a file that looks unfinished is waited for; the product's own value when left out. */
  readonly unfinishedFor?: number;
}

/** What the benchmark tells a measured agent to do; each is answered with one `Done`. */
export type Command =
  | { readonly do: 'start'; readonly engine: Engine }
  /** A call of the bridge contract. */
  | { readonly do: 'call'; readonly name: string; readonly input: unknown }
  /** Waits until nothing is on its way to the service any more. */
  | { readonly do: 'until-landed' }
  /**
   * Waits until folders are compared with the ledger and settled, and nothing is on its way or being
   * enriched.
   */
  | { readonly do: 'until-idle' }
  /** Processor time of the process so far, all threads, ms. */
  | { readonly do: 'cpu' }
  | { readonly do: 'stop' };

export interface Done {
  readonly value?: unknown;
  readonly error?: string;
  /** Wall time at which it was done, ms with fractions: what the message itself costs is left out. */
  readonly at: number;
}
