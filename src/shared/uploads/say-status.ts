import type { Sentences } from '../sentences/sentences.ts';

/** The service's word for where a document stands; one that nobody knows stays as the service says it. */
export function sayStatus({ say, isKey }: Pick<Sentences, 'say' | 'isKey'>, status: string): string {
  const key = `remoteStatus.${status}`;
  return isKey(key) ? say(key) : status;
}
