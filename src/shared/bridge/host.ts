import { z } from 'zod';
import { contentIdSchema } from '../ids/ids.ts';
import { acrossExportInput } from './across.ts';
import { call } from './define.ts';
import { noteExportInput } from './notes.ts';
import { documentExportInput } from './documents.ts';
import { originalKinds } from './original.ts';
import { uploadExportInput } from './uploads.ts';

/**
 * What only the host of the pages can do: the app's main process, or the agent that serves them on loopback.
 */
export const hostCalls = {
  'host.info': call(
    z.object({}),
    z.object({
      kind: z.enum(['app', 'agent']),
      version: z.string(),
      platform: z.string(),
      /** The app has a dialog; in a browser a folder is chosen by typing, with completion. */
      canPickFolder: z.boolean(),
      canShowInFolder: z.boolean(),
      /** Only a packaged app: in development the program is another one. */
      canStartAtLogin: z.boolean(),
    }),
  ),
  'host.pickFolder': call(z.object({}), z.object({ path: z.string().nullable() })),
  /**
   * Asks the person, in a place where no page can speak for them, for what the named call was refused with
   * `LEAVE_NEEDED`. The app opens a dialog and answers how it ended; the agent prints what is asked for and a
   * code in its terminal.
   */
  'host.askLeave': call(
    z.object({ call: z.string(), input: z.unknown() }),
    z.object({ leave: z.enum(['given', 'refused', 'code']) }),
  ),
  /** The code that the person read in the terminal. */
  'host.giveLeave': call(z.object({ code: z.string() }), z.object({ given: z.boolean() })),
  /** Folders whose path begins so; at most 50, sorted. */
  'host.completePath': call(z.object({ prefix: z.string() }), z.object({ paths: z.array(z.string()) })),
  /** Only https, and only after the person agreed (S7). */
  'host.openExternal': call(z.object({ url: z.string().url() }), z.object({ opened: z.boolean() })),
  /** The local file of an upload, in the file manager; the page never sees more than the id. */
  'host.showInFolder': call(z.object({ uploadId: z.number().int() }), z.object({ shown: z.boolean() })),
  /**
   * A document's file, its annotated document, a list of uploads, of documents, of entities or of
   * notes, to where the
   * person chooses: the app asks, a browser is given an address on this machine to download it from, once.
   */
  'host.saveFile': call(
    z.discriminatedUnion('what', [
      z.object({ what: z.enum(['original', 'annotated']), contentId: contentIdSchema }),
      uploadExportInput.extend({ what: z.literal('uploads') }),
      documentExportInput.extend({ what: z.literal('documents') }),
      acrossExportInput.extend({ what: z.literal('entities') }),
      noteExportInput.extend({ what: z.literal('notes') }),
    ]),
    z.object({
      outcome: z.enum(['saved', 'cancelled', 'download']),
      path: z.string().nullable(),
      address: z.string().nullable(),
    }),
  ),
  /**
   * What a document was made from, at an address of this host, relative to its pages. A PDF's address gives
   * its bytes, to whoever sends the headers of the host; any other is a page for a frame, and works once.
   */
  'host.openOriginal': call(
    z.object({ contentId: contentIdSchema }),
    z.object({ kind: z.enum(originalKinds), bytes: z.number(), address: z.string() }),
  ),
  /** "Try it now": starts the sandbox, makes a profile for it and activates that. */
  'host.startSandbox': call(z.object({}), z.object({ profileId: z.string() })),
  /** A folder with the sample documents, copied to where the person can add files. */
  'host.samplesFolder': call(z.object({}), z.object({ path: z.string() })),
  /**
   * The licences of what ships with Sluice, as texts: of what its pages are made of, and its programs. Null
   * where nothing was built or packaged.
   */
  'host.notices': call(
    z.object({}),
    z.object({ pages: z.string().nullable(), programs: z.string().nullable() }),
  ),
  /** A redacted bundle for support; where it was written. */
  'host.supportBundle': call(z.object({}), z.object({ path: z.string() })),
};
