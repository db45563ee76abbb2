import {
  keepPreviousData,
  MutationCache,
  QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { PageCallInput, PageCallName, PageCallOutput } from '#shared/bridge/contract.ts';
import { askAgain } from './ask-again.ts';
import type { Call } from './bridge/call.ts';
import { CallError } from './bridge/call-error.ts';
import { useCallFunction, useCallWithLeave } from './bridge/host-context.tsx';

/**
 * One cache for all pages. The host is on this machine, so `networkMode` is 'always': without a network the
 * pages must work. A failed call is shown, not repeated; the core itself repeats what is worth repeating.
 */
export function createQueryClient(onFailure: (error: unknown) => void): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 2_000, refetchOnWindowFocus: true },
      mutations: { networkMode: 'always', retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (mutation.meta?.quiet !== true) onFailure(error);
      },
    }),
  });
}

/** Progress moves between events; asked for this often while something is under way, milliseconds. */
export const progressEvery = 1_000;

export interface CallOptions<T> {
  readonly enabled?: boolean;
  /** Milliseconds; for what moves without events, such as progress. */
  readonly refetchInterval?: (last: T | undefined) => number | false;
  /** Shows the answer of the last input until the new one is there. */
  readonly keepPrevious?: boolean;
}

/** How every page asks for it, so that what was asked ahead is found. */
export function callQuery<N extends PageCallName>(call: Call, name: N, input: PageCallInput<N>) {
  return { queryKey: [name, input], queryFn: () => call(name, input) };
}

/** A call that reads, cached by name and input; events make it fresh. */
export function useCall<N extends PageCallName>(
  name: N,
  input: PageCallInput<N>,
  options: CallOptions<PageCallOutput<N>> = {},
) {
  const call = useCallFunction();
  return useQuery<PageCallOutput<N>, CallError>({
    ...callQuery(call, name, input),
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) => options.refetchInterval?.(state.data) ?? false,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/**
 * Calls that may have changed anything a page shows are followed by asking again for all that is on screen.
 */
const readsOnly: ReadonlySet<PageCallName> = new Set([
  'folders.preview',
  'agent.doctor',
  'key.test',
  'team.test',
  'settings.export',
  'host.supportBundle',
  'host.completePath',
  'host.pickFolder',
  'host.openExternal',
  'host.showInFolder',
  'host.saveFile',
  'host.openOriginal',
  'documents.refresh',
]);

export interface ActionOptions {
  /** The place that asks shows the failure itself. */
  readonly quiet?: boolean;
}

/** A call that a person starts. A failure is notified unless `quiet`. */
export function useAction<N extends PageCallName>(name: N, options: ActionOptions = {}) {
  return useActing<N, PageCallInput<N>>(name, (input) => input, options);
}

/**
 * The same for a call whose input holds a secret: what is kept of an action is how to read its input, never
 * the input itself, because caches outlive the field the secret was typed into (S2).
 */
export function useSecretAction<N extends PageCallName>(name: N, options: ActionOptions = {}) {
  return useActing<N, () => PageCallInput<N>>(name, (read) => read(), options);
}

function useActing<N extends PageCallName, V>(
  name: N,
  inputOf: (variables: V) => PageCallInput<N>,
  { quiet = false }: ActionOptions,
) {
  const call = useCallWithLeave();
  const client = useQueryClient();
  return useMutation<PageCallOutput<N>, CallError, V>({
    mutationFn: (variables) => call(name, inputOf(variables)),
    meta: { quiet },
    onSuccess: () => {
      if (!readsOnly.has(name)) askAgain(client);
    },
  });
}

/** A sentence for any failure. */
export function failureText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function failureCode(error: unknown): string {
  return error instanceof CallError ? error.code : 'UNEXPECTED';
}
