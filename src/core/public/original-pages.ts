import { randomBytes } from 'node:crypto';
import type { Calls, HostHandlers } from '#shared/bridge/contract.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';

export interface OriginalFile {
  /** Absolute, in the cache. */
  readonly path: string;
  readonly bytes: number;
}

/** The originals that a host gives to its pages. */
export interface OriginalPages {
  readonly open: HostHandlers['host.openOriginal'];
  /** The page behind an address for a frame, once; null when there is none. */
  page(path: string): OriginalFile | null;
  /** Somebody signed out: what was promised is given to nobody. */
  signedOut(): void;
  /** The bytes behind `/original/<content id>`, of a PDF only; null when there are none. */
  file(path: string): Promise<OriginalFile | null>;
}

/** Where both hosts serve pages of originals. */
export const originalPageArea = 'original-page';
const bytesAddress = /^\/original\/([^/]*)$/;
/** Pages that were promised and not asked for; the oldest go. */
const mostPromised = 50;
/** Milliseconds a promise holds: a page of ours follows it at once. */
const holdsFor = 60_000;

/**
 * Gives originals addresses. A frame's navigation cannot carry a session, so the address of a page is itself
 * the secret: 128 bits, once, for a minute, while its profile is the active one and nobody signs out. Bytes
 * of a PDF are asked for like an annotated document.
 *
 * @param now milliseconds that never go back
 * @param profile the active one
 */
export function createOriginalPages(
  calls: Pick<Calls, 'documents.openOriginal'>,
  now: () => number,
  profile: () => string | null,
): OriginalPages {
  const promised = new Map<string, OriginalFile & { readonly until: number; readonly of: string | null }>();
  return {
    async open({ contentId }) {
      const of = profile();
      const { kind, path, bytes } = await calls['documents.openOriginal']({ contentId });
      if (kind === 'pdf') return { kind, bytes, address: `original/${contentId}` };
      const address = `${originalPageArea}/${randomBytes(16).toString('hex')}`;
      promised.set(`/${address}`, { path, bytes, until: now() + holdsFor, of });
      const [oldest] = promised.keys();
      if (promised.size > mostPromised && oldest !== undefined) promised.delete(oldest);
      return { kind, bytes, address };
    },
    page(path) {
      const found = promised.get(path);
      promised.delete(path);
      return found === undefined || now() > found.until || found.of !== profile() ? null : found;
    },
    signedOut() {
      promised.clear();
    },
    async file(path) {
      const contentId = contentIdSchema.safeParse(bytesAddress.exec(path)?.[1]).data;
      if (contentId === undefined) return null;
      const { kind, ...found } = await calls['documents.openOriginal']({ contentId });
      return kind === 'pdf' ? found : null;
    },
  };
}
