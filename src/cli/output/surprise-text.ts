import { comparableSurprises } from '#shared/operations/surprises.ts';
import { printable } from './format.ts';
import type { Output } from './output.ts';

/** So many are told of each unit. */
const most = 3;

/** The largest surprises of the economic calendar, those with the same unit beside each other. */
export function surpriseLines(releases: readonly unknown[], output: Output): void {
  for (const { unit, surprises } of comparableSurprises(releases)) {
    const largest = surprises
      .slice(0, most)
      .map(({ release, surprise }) => `${surprise} ${unit} ${nameOf(release)}`.trim());
    output.line(printable(output.say('cli.call.surprises', { unit, list: largest.join(' · ') })));
  }
}

/**
 * The name of a release is not shown in the specification; where there is none, its category and country say
 * enough.
 */
function nameOf({ name, country, category }: Readonly<Record<string, unknown>>): string {
  return [country, name ?? category].filter((part) => typeof part === 'string').join(' ');
}
