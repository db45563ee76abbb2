import type { Output } from './output.ts';

/** Uploads that were named and are not of the profile in force are left alone, and that is said. */
export function sayElsewhere(output: Output, { elsewhere }: { elsewhere?: number | undefined }): void {
  if (elsewhere === undefined) return;
  output.note(output.say('cli.uploads.elsewhere', { count: elsewhere }));
}
