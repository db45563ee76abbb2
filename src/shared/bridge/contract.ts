import { z } from 'zod';
import type { Said } from '../spoken/said.ts';
import { acrossCalls, acrossEvents, pageAcrossCalls } from './across.ts';
import { agentCalls } from './agent.ts';
import { connectorEvents } from './connectors.ts';
import { documentCalls, documentEvents, pageDocumentCalls } from './documents.ts';
import { folderCalls } from './folders.ts';
import { healthSchema } from './health.ts';
import { hostCalls } from './host.ts';
import { ledgerCalls } from './ledger.ts';
import { noteCalls, noteEvents, pageNoteCalls } from './notes.ts';
import { operationCalls, operationStreamedSchema } from './operations.ts';
import { searchCalls } from './search.ts';
import { pageServiceCalls, serviceCalls } from './service.ts';
import { networkCalls } from './network.ts';
import { ownerCalls, setupCalls } from './setup.ts';
import { teamCalls } from './team.ts';
import { pageUploadCalls, uploadCalls } from './uploads.ts';

const openCalls = {
  ...agentCalls,
  ...folderCalls,
  ...uploadCalls,
  ...serviceCalls,
  ...documentCalls,
  ...setupCalls,
  ...networkCalls,
  ...teamCalls,
  ...ledgerCalls,
  ...operationCalls,
  ...searchCalls,
  ...acrossCalls,
  ...noteCalls,
};

/**
 * Every call core answers, for windows and the command line alike, declared once; handlers and types are
 * derived.
 */
export const calls = { ...openCalls, ...ownerCalls };

/** Every call a page can make: core's but for those of the owner, and those its host answers. */
export const pageCalls = {
  ...openCalls,
  ...pageServiceCalls,
  ...pageUploadCalls,
  ...pageDocumentCalls,
  ...pageAcrossCalls,
  ...pageNoteCalls,
  ...hostCalls,
};

/** Every event core sends out. Payloads say what changed, not the new state: whoever cares asks again. */
export const events = {
  /** How Sluice is doing is otherwise than before; `findings` are keys (`findingKey`). */
  'status.changed': healthSchema
    .pick({ state: true })
    .extend({ paused: z.boolean(), findings: z.array(z.string()) }),
  'uploads.changed': z.object({ ids: z.array(z.number().int()) }),
  'folders.changed': z.object({ folderId: z.string() }),
  ...connectorEvents,
  'operations.streamed': operationStreamedSchema,
  ...documentEvents,
  ...acrossEvents,
  ...noteEvents,
};

export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]['input']>;
export type CallParsed<N extends CallName> = z.output<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]['output']>;

/** What the renderer and the command line hold: parsed input, typed output; rejects with AppError. */
export type Calls = { readonly [N in CallName]: (input: CallInput<N>) => Promise<CallOutput<N>> };

/** What core implements: input already parsed. */
export type Handlers = { readonly [N in CallName]: (input: CallParsed<N>) => Promise<CallOutput<N>> };

/** The same over a page's bridge. */
export type PageCallName = keyof typeof pageCalls;
export type PageCallInput<N extends PageCallName> = z.input<(typeof pageCalls)[N]['input']>;
export type PageCallOutput<N extends PageCallName> = z.output<(typeof pageCalls)[N]['output']>;
export type HostHandlers = {
  readonly [N in keyof typeof hostCalls]: (
    input: z.output<(typeof hostCalls)[N]['input']>,
  ) => Promise<z.output<(typeof hostCalls)[N]['output']>>;
};

/** How an answer travels: a failure is a value, so that no transport has to carry errors. */
export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly detail?: string | undefined;
        /** The detail where it is a sentence of ours, for the person's language. */
        readonly said?: Said | undefined;
        /** It may have been done at the service all the same. Absent: no. */
        readonly maybeDone?: boolean | undefined;
        readonly requestId?: string | undefined;
      };
    };

/**
 * What a page holds, whatever carries it: `window.sluice` in the app, HTTP where the agent serves the pages.
 */
export interface Bridge {
  call(name: PageCallName, input: unknown): Promise<Reply>;
  on(name: EventName, listener: (payload: unknown) => void): () => void;
}

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;
