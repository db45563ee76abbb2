import { z } from 'zod';
import { agentCalls, statusSchema } from './agent.ts';
import { folderCalls } from './folders.ts';
import { serviceCalls } from './service.ts';
import { uploadCalls } from './uploads.ts';

/** Every call a window or the command line can make, declared once; handlers and types are derived. */
export const calls = { ...agentCalls, ...folderCalls, ...uploadCalls, ...serviceCalls };

/** Every event core sends out. Payloads say what changed, not the new state: whoever cares asks again. */
export const events = {
  'status.changed': statusSchema.pick({ paused: true, offline: true }),
  'uploads.changed': z.object({ ids: z.array(z.number().int()) }),
  'folders.changed': z.object({ folderId: z.string() }),
};

export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]['input']>;
export type CallParsed<N extends CallName> = z.output<(typeof calls)[N]['input']>;
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]['output']>;

/** What the renderer and the command line hold: parsed input, typed output; rejects with AppError. */
export type Calls = { readonly [N in CallName]: (input: CallInput<N>) => Promise<CallOutput<N>> };

/** What core implements: input already parsed. */
export type Handlers = { readonly [N in CallName]: (input: CallParsed<N>) => Promise<CallOutput<N>> };

export type EventName = keyof typeof events;
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>;
