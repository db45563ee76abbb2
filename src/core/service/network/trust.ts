import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { isOwnWay } from '#core/local/own-way.ts';
import type { Logger } from '#core/ports/logger.ts';
import { certificatesIn } from './pem.ts';
import type { SystemCertificates } from './system-certificates.ts';

/** Which authorities are believed, and where they come from. */
export interface TrustState {
  /** `late`: asked for, and not waited for any longer; they count once they come. */
  readonly system: 'unasked' | 'asked' | 'late' | 'here' | 'failed';
  /** Of the system's, how many Node does not know by itself. */
  readonly fromSystem: number;
  /**
   * The file that was named, how many are in it, whether it can be read, and whether other accounts can
   * change it.
   */
  readonly file: {
    readonly path: string;
    readonly certificates: number;
    readonly readable: boolean;
    readonly open: boolean;
  } | null;
}

/** Whom secure connections believe: Node's authorities, the system's, and those of a file. */
export interface Trust {
  /**
   * What new connections are made with; undefined where nobody is believed but Node's own authorities. The
   * first call waits for the system's, no longer than the deadline.
   */
  context(): Promise<SecureContext | undefined>;
  state(): TrustState;
}

export interface TrustOptions {
  readonly logger: Logger;
  /** The file of certificates that counts now, where one was named. */
  readonly file: () => string | null;
  readonly readSystem: () => Promise<SystemCertificates>;
  /** How long the first connection waits for the system's certificates, real ms. */
  readonly deadlineMs?: number | undefined;
}

/** Reading them takes a tenth of a second where all is well. */
const usualDeadlineMs = 5_000;

interface FromFile {
  readonly path: string;
  /** What tells one state of the file from another. */
  readonly mark: string;
  readonly certificates: readonly string[];
  readonly readable: boolean;
  /** Whether other accounts can change it: with an authority of theirs they get the key. */
  readonly open: boolean;
}

export function createTrust({ logger, file, readSystem, deadlineMs = usualDeadlineMs }: TrustOptions): Trust {
  let system: TrustState['system'] = 'unasked';
  let fromSystem: readonly string[] = [];
  let usual: readonly string[] | undefined;
  let fromFile: FromFile | undefined;
  let waiting: Promise<void> | undefined;
  let made: { readonly context: SecureContext | undefined } | undefined;

  async function load(): Promise<void> {
    system = 'asked';
    let timer: NodeJS.Timeout | undefined;
    // Keeps the program alive while it is waited for: the thread does not.
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        if (system === 'asked') {
          system = 'late';
          logger.warn(
            "The system's certificates are slow to come. Sluice goes on with its own, and takes the others when they come.",
          );
        }
        resolve();
      }, deadlineMs);
    });
    const loaded = readSystem().then(
      (found) => {
        if (system === 'late') logger.info("The system's certificates have come.");
        system = 'here';
        fromSystem = found.more;
        usual = found.usual;
        if (found.more.length > 0) made = undefined;
      },
      (error: unknown) => {
        system = 'failed';
        logger.warn("The system's certificates could not be read. Sluice goes on with its own.", { error });
      },
    );
    await Promise.race([loaded, deadline]);
    clearTimeout(timer);
  }

  function lookAtFile(): void {
    const path = file();
    const mark = path === null ? '' : markOf(path);
    if (path === (fromFile?.path ?? null) && mark === (fromFile?.mark ?? '')) return;
    fromFile = path === null ? undefined : { path, mark, open: isOpen(path), ...readCertificates(path) };
    made = undefined;
    if (fromFile !== undefined && fromFile.certificates.length === 0)
      logger.warn('The file of certificates cannot be read, or holds none.', { path });
    else if (fromFile?.open === true)
      logger.warn(
        'Others on this machine can change the file of certificates: whoever does can read keys and documents.',
        { path },
      );
  }

  return {
    async context() {
      waiting ??= load();
      await waiting;
      lookAtFile();
      made ??= { context: contextOf(usual, [...fromSystem, ...(fromFile?.certificates ?? [])]) };
      return made.context;
    },
    state() {
      lookAtFile();
      return {
        system,
        fromSystem: fromSystem.length,
        file: fromFile
          ? {
              path: fromFile.path,
              certificates: fromFile.certificates.length,
              readable: fromFile.readable,
              open: fromFile.open,
            }
          : null,
      };
    },
  };
}

/** Whatever is given counts beside Node's own: naming an authority takes nothing away. */
function contextOf(usual: readonly string[] | undefined, more: readonly string[]): SecureContext | undefined {
  if (more.length === 0) return undefined;
  return createSecureContext({ ca: [...(usual ?? getCACertificates('default')), ...more] });
}

/** Whether an account other than this one and root can change the file, or put another one in its place. */
function isOpen(path: string): boolean {
  try {
    return !isOwnWay(resolve(path));
  } catch {
    return false;
  }
}

function markOf(path: string): string {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return 'unreadable';
  }
}

/** The certificates of a file, without those that are damaged: they would take the others with them. */
export function readCertificates(path: string): {
  readonly certificates: readonly string[];
  readonly readable: boolean;
} {
  try {
    // A named pipe would wait for whoever writes to it.
    if (!statSync(path).isFile()) return { certificates: [], readable: false };
    return { certificates: certificatesIn(readFileSync(path, 'utf8')).filter(isCertificate), readable: true };
  } catch {
    return { certificates: [], readable: false };
  }
}

function isCertificate(text: string): boolean {
  try {
    new X509Certificate(text);
    return true;
  } catch {
    return false;
  }
}
