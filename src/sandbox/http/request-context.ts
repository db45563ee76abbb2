import type { IncomingMessage } from 'node:http';
import type { User } from '../store/users.ts';

/** One request as handlers see it. */
export interface RequestContext {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  params: Record<string, string>;
  request: IncomingMessage;
  requestId: string;
  /** Who asks; on the storage origin and under /_sandbox nobody is known and this is the anonymous user. */
  user: User;
  /** Bytes of request body that arrived, for the record. */
  bytesIn: number;
  /** A fault asks for an upload address that is expired from the start. */
  expireAddress: boolean;
}
