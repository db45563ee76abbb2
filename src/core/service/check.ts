import { type Answer, answered, type CallOptions, type ServiceFailure } from './answer.ts';
import type { ConnectorsArea } from './connectors.ts';
import type { DocumentsArea } from './documents.ts';
import type { TagsArea } from './tags.ts';

/** The live check of `doctor` and Welcome: one answer for each thing the profile must be able to do. */
export interface ServiceCheck {
  readonly reachable: Answer<true>;
  readonly keyAccepted: Answer<true>;
  /**
   * Fails with NO_SUCH_OPERATION where the deployment has no list; Sluice then polls documents one by one.
   */
  readonly listDocuments: Answer<true>;
  readonly listTags: Answer<true>;
  readonly listConnectors: Answer<true>;
}

interface Areas {
  readonly documents: Pick<DocumentsArea, 'list'>;
  readonly tags: Pick<TagsArea, 'list'>;
  readonly connectors: Pick<ConnectorsArea, 'list'>;
}

/** Asks the service for one of each kind; changes nothing. */
export async function checkService(areas: Areas, options: CallOptions): Promise<ServiceCheck> {
  const [listDocuments, listTags, listConnectors] = await Promise.all([
    areas.documents.list({ page: 1, page_size: 1 }, options).then(asTrue),
    areas.tags.list(undefined, options).then(asTrue),
    areas.connectors.list(options).then(asTrue),
  ]);
  const answers = [listDocuments, listTags, listConnectors];
  return {
    // Any status at all is an answer of the service, as long as it is not a page of something in between, nor
    // of an address at which it has nothing.
    reachable: decide(answers, (failure) => failure.status !== undefined && !isElsewhere(failure)),
    // Some gateways answer 403 to a key they do not know: only something that the key may do proves it.
    keyAccepted: decide(answers, () => false),
    listDocuments,
    listTags,
    listConnectors,
  };
}

function asTrue(answer: Answer<unknown>): Answer<true> {
  return answer.ok ? answered(true) : answer;
}

/** True when any answer is good or its failure proves the point; else the failure that says most. */
function decide(
  answers: readonly Answer<true>[],
  proves: (failure: ServiceFailure) => boolean,
): Answer<true> {
  if (answers.some((answer) => answer.ok || proves(answer.failure))) return answered(true);
  const failures = answers.filter((answer) => !answer.ok);
  const aboutKey = failures.find(({ failure }) => /^KEY_/.test(failure.error.code));
  const other = failures.find(({ failure }) => failure.error.code !== 'NO_SUCH_OPERATION');
  return aboutKey ?? other ?? failures[0] ?? answered(true);
}

function isElsewhere({ error }: ServiceFailure): boolean {
  return ['BLOCKED_BY_FIREWALL', 'BAD_ANSWER', 'NO_SUCH_OPERATION'].includes(error.code);
}
