import { ledgerBytes } from '../ledger/ledger-size.ts';
import type { CoreContext } from './core-context.ts';
import type { TeamLink } from './team-link.ts';

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
  /** Of each profile whose team answers now. */
  readonly teams: readonly TeamMeasures[];
  /** What the ledger takes on the disk, with what is not yet written into its file. */
  readonly ledgerBytes: number;
}

export interface TeamMeasures {
  readonly id: string;
  /** Those whose lease holds, and all others that ever joined. */
  readonly machines: { readonly there: number; readonly gone: number };
  /** Machines that are gone and had uploads to send by their own last word. */
  readonly silent: number;
  /** What nobody else can send, of this key; missing where there is none. */
  readonly stranded: { readonly files: number; readonly bytes: number } | undefined;
}

export async function measuresOf({ engines, database }: CoreContext): Promise<Measures> {
  const teams = await Promise.all([...engines].map(([id, { link }]) => teamMeasures(id, link)));
  return {
    teams: teams.filter((one) => one !== undefined),
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

/** Nobody waits for a database that is known to be away. */
async function teamMeasures(
  id: string,
  { member, standing }: Pick<TeamLink, 'member' | 'standing'>,
): Promise<TeamMeasures | undefined> {
  if (!member || standing()?.state !== 'reachable') return undefined;
  const [status, stranded] = await Promise.all([member.team.status(), member.stranded()]);
  if (status === 'unreachable') return undefined;
  const gone = status.agents.filter(({ alive }) => !alive);
  return {
    id,
    machines: { there: status.agents.length - gone.length, gone: gone.length },
    silent: gone.filter(({ queue }) => queue > 0).length,
    stranded: stranded === 'unreachable' ? undefined : { files: stranded.total, bytes: stranded.bytes },
  };
}
