import type { CallOutput } from '#shared/bridge/contract.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';

type Check = CallOutput<'agent.doctor'>['checks'][number];

/** What a live check found, in English and for the person's language. */
export function found(title: Said, what: Said, ok = true): Check {
  return { name: speakEnglish(title), title, ok, message: speakEnglish(what), said: what };
}

/** A live check that met a failure of the catalog of errors. */
export function notWell(title: Said, code: ErrorCode, detail?: string): Check {
  return { ...found(title, { code, values: detail === undefined ? {} : { detail } }, false), code };
}
