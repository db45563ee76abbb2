import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Milliseconds without a call or an open page after which a session ends: a night is shorter, a weekend is
 * not.
 */
const idleFor = 12 * 60 * 60 * 1000;
/** Milliseconds after which a session ends whatever happens in it. */
const longest = 7 * 24 * 60 * 60 * 1000;
/** Sessions, secrets of one session and spent tokens that are remembered; the oldest go. */
const remembered = 100;
/** Milliseconds in which a tab redeems the token that another tab vouched for. */
const vouchedFor = 10_000;

/**
 * Decides who may use the pages. The printed address carries a token that works once; the page exchanges it
 * for the secret of a session. Another tab of that session vouches for a token of the new tab, which gets its
 * own secret: no tab learns the secret or the proof key of another one. The secret is sent in a header and is
 * no cookie: all ports of an address share its cookies, and other ports belong to others.
 */
export interface Access {
  /** The token that has not been used yet; a new one after the last was spent. */
  token(): string;
  /**
   * The secret of a new session for the unused token, or another secret of the session that vouched for this
   * token. Either token is then spent. Null for any other.
   */
  redeem(token: string): string | null;
  /**
   * Lets the token with this SHA-256 (base64url) be redeemed for the same session, once, for a short time.
   */
  vouch(secret: string, tokenDigest: string): void;
  /** Whether this token was good once: only who has seen the printed address knows it. */
  wasSpent(token: string): boolean;
  /**
   * Whether this is a secret of a session that goes on. Each call keeps the session from ending for idleness.
   */
  admits(secret: string | undefined): boolean;
  /**
   * The key by which the page with this secret recognizes the agent (base64url); sent once, with the secret.
   */
  proofKey(secret: string): string;
  /**
   * The proof for a nonce, for the page whose secret has this SHA-256 (base64url); null without a session.
   */
  prove(who: string, nonce: string): string | null;
  /** Ends the session with this secret, in all of its tabs. */
  signOut(secret: string): void;
  signOutAll(): void;
}

const newSecret = () => randomBytes(32).toString('base64url');
const digest = (text: string) => createHash('sha256').update(text).digest();

interface Session {
  /** Digests of the secrets of its tabs; the one used last is at the end. */
  secrets: Buffer[];
  readonly begun: number;
  lastUsed: number;
}

interface Vouched {
  readonly digest: Buffer;
  readonly session: Session;
  readonly until: number;
}

/** @param now milliseconds that never go back, such as `performance.now()` */
export function createAccess(now: () => number): Access {
  let sessions: Session[] = [];
  let spent: Buffer[] = [];
  let vouched: Vouched[] = [];
  let unused: string | null = newSecret();
  /** Makes the keys for proofs, so that they need not be kept. */
  const own = randomBytes(32);
  const keyFor = (secretDigest: Buffer) => createHmac('sha256', own).update(secretDigest).digest();
  const isOver = ({ begun, lastUsed }: Session) => now() - lastUsed > idleFor || now() - begun > longest;
  const find = (asked: Buffer) => {
    sessions = sessions.filter((one) => !isOver(one));
    const has = ({ secrets }: Session) => secrets.some((one) => isSame(one, asked));
    return sessions.find(has);
  };
  const begin = (): Session => {
    const session = { secrets: [], begun: now(), lastUsed: now() };
    sessions = [...sessions, session].slice(-remembered);
    return session;
  };
  const addSecret = (session: Session): string => {
    const secret = newSecret();
    session.secrets = [...session.secrets, digest(secret)].slice(-remembered);
    return secret;
  };
  return {
    token() {
      unused ??= newSecret();
      return unused;
    },
    redeem(token) {
      const asked = digest(token);
      if (unused !== null && isSame(digest(unused), asked)) {
        spent = [...spent, asked].slice(-remembered);
        unused = null;
        return addSecret(begin());
      }
      const voucher = vouched.find((one) => isSame(one.digest, asked) && now() <= one.until);
      vouched = vouched.filter((one) => one !== voucher && now() <= one.until);
      return voucher !== undefined && sessions.includes(voucher.session) ? addSecret(voucher.session) : null;
    },
    vouch(secret, tokenDigest) {
      const session = find(digest(secret));
      const named = Buffer.from(tokenDigest, 'base64url');
      if (session === undefined) return;
      // Several tabs answer for the same one.
      vouched = vouched.filter((one) => !isSame(one.digest, named)).slice(1 - remembered);
      vouched.push({ digest: named, session, until: now() + vouchedFor });
    },
    wasSpent(token) {
      const asked = digest(token);
      return spent.some((one) => isSame(one, asked));
    },
    admits(secret) {
      if (secret === undefined) return false;
      const asked = digest(secret);
      const session = find(asked);
      if (session === undefined) return false;
      session.lastUsed = now();
      session.secrets = [...session.secrets.filter((one) => !isSame(one, asked)), asked];
      return true;
    },
    proofKey: (secret) => keyFor(digest(secret)).toString('base64url'),
    prove(who, nonce) {
      const asked = Buffer.from(who, 'base64url');
      if (find(asked) === undefined) return null;
      return createHmac('sha256', keyFor(asked)).update(nonce).digest('base64url');
    },
    signOut(secret) {
      const session = find(digest(secret));
      sessions = sessions.filter((one) => one !== session);
    },
    signOutAll() {
      sessions = [];
    },
  };
}

const isSame = (left: Buffer, right: Buffer) => left.length === right.length && timingSafeEqual(left, right);
