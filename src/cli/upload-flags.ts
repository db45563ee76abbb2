import { type Command, Option } from 'commander';
import type { CallInput } from '#shared/bridge/contract.ts';
import type { Enrichment } from '#shared/settings/watch-folder.ts';
import { collect, enrichmentList, flagNamedNo, isoDate } from './options.ts';

type UploadOptionsInput = CallInput<'uploads.add'>['options'];

/** The flags that say what goes with a file. */
export interface UploadFlags {
  readonly tag?: string[];
  readonly share?: boolean;
  readonly enrich?: Enrichment[];
  readonly noIndex?: boolean;
  readonly noStore?: boolean;
  readonly published?: string;
  readonly duplicates?: 'skip' | 'upload' | 'add-tags';
  readonly changed?: 'new-document' | 'replace' | 'ask';
}

export function addUploadFlags(command: Command): Command {
  return command
    .option('--tag <tag>', 'tag the document, by name; made where there is none (repeatable)', collect)
    .option('--share', 'share with your whole organization (default: only you see it)')
    .option('--enrich <list>', 'processing steps: reporting_entities, translation', enrichmentList)
    .addOption(flagNamedNo('--no-index', 'process but do not index: kept, and absent from search'))
    .addOption(flagNamedNo('--no-store', 'process, then delete at the service after 24 hours'))
    .option('--published <iso>', 'when the document was published', isoDate)
    .addOption(
      new Option('--duplicates <what>', 'when these bytes are in already').choices([
        'skip',
        'upload',
        'add-tags',
      ]),
    )
    .addOption(
      new Option('--changed <what>', 'when this path had other bytes before').choices([
        'new-document',
        'replace',
        'ask',
      ]),
    );
}

export function uploadOptions(flags: UploadFlags): UploadOptionsInput {
  return {
    tags: flags.tag ?? [],
    share: flags.share === true,
    enrichments: flags.enrich ?? [],
    noIndex: flags.noIndex === true,
    noStore: flags.noStore === true,
    published: flags.published ?? null,
    ...(flags.duplicates === undefined ? {} : { duplicates: flags.duplicates }),
    ...(flags.changed === undefined ? {} : { changed: flags.changed }),
  };
}
