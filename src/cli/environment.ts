import type { Core, CoreDependencies } from '#core/create-core.ts';
import type { StartProgram } from '#core/ports/programs.ts';
import type { PolicyPlace } from '#core/public/files.ts';

/** Where the program writes to; the part of a stream that it uses. */
export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** Everything of the outside world that a command touches, so that tests can stand in for it. */
export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Whether this is the desktop app's own program, which starts no scripts as Node does. */
  readonly inApp?: boolean;
  /** The folder of sentences, where it is not beside the program. */
  readonly locales?: URL;
  /** The language of the system (BCP 47), for an environment that names none. */
  readonly systemLanguage?: string;
  /**
   * First segment of the pages' address, random without. Only for tests that share a window: a browser keeps
   * what it compiled by address.
   */
  readonly pagesSegment?: string;
  readonly workingDirectory: string;
  /** Where the policy of the machine lies; tests have their own. */
  readonly policy?: PolicyPlace;
  readonly stdout: NodeJS.WritableStream & OutputStream;
  readonly stderr: NodeJS.WritableStream & OutputStream;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  /** Registers who tells of a mistake that nobody caught; the program ends with the code that is answered. */
  readonly onCrash?: (tell: (error: unknown) => number) => void;
  readonly createCore: (dependencies: CoreDependencies) => Core | Promise<Core>;
  /** How this host starts programs; as Node does, where it says nothing. */
  readonly startProgram?: StartProgram;
  /** Aborted by the first SIGINT or SIGTERM: end cleanly. */
  readonly interrupted: AbortSignal;
  /** Asks for `reload` at SIGHUP, which otherwise interrupts; returns the way back. */
  readonly onHangup?: (reload: () => void) => () => void;
}
