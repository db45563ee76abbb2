import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Milliseconds without a call or an open page after which a session ends: a night is shorter, a weekend is
 * not.
 */
const idleFor = 12 * 60 * 60 * 1000;
/** Milliseconds after which a session ends whatever happens in it. */
const longest = 7 * 24 * 60 * 60 * 1000;
/** Sessions and spent tokens that are remembered; the oldest go. */
const remembered = 100;

/**
 * Who may use the pages. A token that works once, in the address that is printed, is changed for the secret
 * of a session. The secret is sent in a header and is no cookie: cookies are shared by all ports of
 * 127.0.0.1, and other ports belong to others.
 */
export interface Access {
  /** The token that has not been used yet; a new one after the last was spent. */
  token(): string;
  /** The secret of a new session for the unused token, which is then spent; null for any other. */
  redeem(token: string): string | null;
  /** Whether this token was good once: only who has seen the printed address knows it. */
  wasSpent(token: string): boolean;
  /** Whether this is the secret of a session that goes on. Being asked keeps it from ending for idleness. */
  admits(session: string | undefined): boolean;
  /**
   * By what a page knows this agent again, in base64url: told with the secret of its session, and never sent
   * after that.
   */
  proofKey(session: string): string;
  /**
   * What only this agent can make of a number, for the session with this digest (base64url); null where there
   * is none.
   */
  prove(who: string, nonce: string): string | null;
  signOut(session: string): void;
  signOutAll(): void;
}

const secret = () => randomBytes(32).toString('base64url');
const digest = (text: string) => createHash('sha256').update(text).digest();

interface Session {
  readonly digest: Buffer;
  readonly begun: number;
  lastUsed: number;
}

/** @param now milliseconds that never go back, such as `performance.now()` */
export function createAccess(now: () => number): Access {
  let sessions: Session[] = [];
  let spent: Buffer[] = [];
  let unused: string | null = secret();
  /** Makes the keys for proofs, so that they need not be kept. */
  const own = randomBytes(32);
  const keyFor = (sessionDigest: Buffer) => createHmac('sha256', own).update(sessionDigest).digest();
  const isOver = ({ begun, lastUsed }: Session) => now() - lastUsed > idleFor || now() - begun > longest;
  const find = (text: string) => {
    const asked = digest(text);
    return sessions.find((one) => timingSafeEqual(one.digest, asked));
  };
  return {
    token() {
      unused ??= secret();
      return unused;
    },
    redeem(token) {
      if (unused === null || !timingSafeEqual(digest(unused), digest(token))) return null;
      spent = [...spent, digest(unused)].slice(-remembered);
      unused = null;
      const session = secret();
      const begun = now();
      sessions = [...sessions, { digest: digest(session), begun, lastUsed: begun }].slice(-remembered);
      return session;
    },
    wasSpent(token) {
      const asked = digest(token);
      return spent.some((one) => timingSafeEqual(one, asked));
    },
    admits(session) {
      sessions = sessions.filter((one) => !isOver(one));
      const found = session === undefined ? undefined : find(session);
      if (found === undefined) return false;
      found.lastUsed = now();
      return true;
    },
    proofKey: (session) => keyFor(digest(session)).toString('base64url'),
    prove(who, nonce) {
      const found = sessions.find((one) => one.digest.toString('base64url') === who);
      if (found === undefined || isOver(found)) return null;
      return createHmac('sha256', keyFor(found.digest)).update(nonce).digest('base64url');
    },
    signOut(session) {
      const found = find(session);
      sessions = sessions.filter((one) => one !== found);
    },
    signOutAll() {
      sessions = [];
    },
  };
}
