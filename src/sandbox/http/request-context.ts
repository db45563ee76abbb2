import type { IncomingMessage } from 'node:http';
import type { User } from '../store/users.ts';
import type { FaultRule } from './fault-rule.ts';

/** One request as handlers see it. */
export interface RequestContext {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  params: Record<string, string>;
  request: IncomingMessage;
  requestId: string;
  /** Who asks; on the storage origin and under /_sandbox this is the anonymous user. */
  user: User;
  /** Bytes of request body that arrived, for the record. */
  bytesIn: number;
  /** The rule that strikes; some kinds (`expired`, `shift`, `late-bytes`) are acted out by the handler. */
  fault: FaultRule | undefined;
}
