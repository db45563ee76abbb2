import { ledgerBytes } from '../ledger/ledger-size.ts';
import type { CoreContext } from './core-context.ts';

/** What is counted while core runs, for who watches over it; by ids and codes. */
export interface Measures {
  /** Of each profile whose queue runs here. */
  readonly profiles: readonly {
    readonly id: string;
    /** In the sliding minute of the service. */
    readonly requests: { readonly limit: number; readonly used: number };
    /** Since the queue runs; what was sent twice counts twice. */
    readonly bytesSent: number;
    /** Milliseconds since the queue runs for which work waited for the service, by code. */
    readonly outages: Readonly<Record<string, number>>;
  }[];
  /** What the ledger takes on the disk, with what is not yet written into its file. */
  readonly ledgerBytes: number;
}

export function measuresOf({ engines, database }: CoreContext): Measures {
  return {
    profiles: [...engines].map(([id, { service, progress, outages }]) => {
      const { effectiveLimit, occupied } = service.client.budget.snapshot();
      return {
        id,
        requests: { limit: effectiveLimit, used: occupied },
        bytesSent: progress.total(),
        outages: outages.byCode(),
      };
    }),
    ledgerBytes: ledgerBytes(database.path),
  };
}
