/**
 * One operation as the specification describes it, written down by hand from its text and from what is known
 * beyond it, never made with the client's schemas: what a caller gives, what must go over the wire, and what
 * comes back.
 */
export interface Exchange {
  readonly params?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  /** Method, path and query exactly. */
  readonly sends: string;
  /** The body exactly; none when left out. */
  readonly sendsBody?: unknown;
  readonly host?: 'agents';
  readonly answers: unknown;
  /** Part of the typed view that must be there. */
  readonly typed?: unknown;
  readonly notes?: readonly string[];
}

export const contentId = '0123456789ABCDEF0123456789ABCDEF';
export const connectorId = '7d6b5a50-6a30-4c0e-9a71-0c2f1e1d2b3a';
