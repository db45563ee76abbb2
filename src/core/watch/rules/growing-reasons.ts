import type { SkipReason } from '#shared/uploads/skip-reasons.ts';

/**
 * What may stand against a file only while it is written anew, because that begins by emptying it (W4). Of a
 * file that was wanted it counts once the file is quiet.
 */
export const growingReasons: ReadonlySet<string> = new Set<SkipReason>(['FILE_EMPTY', 'too-small']);
