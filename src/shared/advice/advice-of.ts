import type { ErrorAction, ErrorDescription } from '../errors/catalog-entry.ts';
import { type ErrorCode, errorCatalog, isErrorCode } from '../errors/catalog.ts';
import { questions } from '../uploads/bulk-commands.ts';
import type { Upload } from '../uploads/upload.ts';

/**
 * What helps an upload that waits for a person, as the catalog says. A code nobody knows may be tried again.
 */
export function actionOf(code: string | null): ErrorAction {
  return code !== null && isErrorCode(code) ? errorCatalog[code].action : 'retry';
}

/** What another try cannot help: the same bytes are refused again. */
const inVain: ReadonlySet<ErrorAction> = new Set(['leave-out']);
/** What a person has to ask for by name: somebody meant it to be so. */
const askedFor: ReadonlySet<ErrorAction> = new Set(['leave-out', 'send-again']);
/**
 * Mended in the folder or at the service, where nothing tells Sluice of it; then these bytes are as good as
 * before.
 */
const thenRetried: ReadonlySet<string> = new Set<ErrorCode>(['TAG_REFUSED', 'UNKNOWN_TAG']);

export function retryHelps(code: string | null): boolean {
  return !inVain.has(actionOf(code));
}

/** Codes that "retry everything" leaves alone (`all`), and those that "retry these" does. */
export function leftAlone(chosen: 'all' | 'these'): string[] {
  const left = chosen === 'all' ? askedFor : inVain;
  return Object.entries<ErrorDescription>(errorCatalog)
    .filter(([, { action }]) => left.has(action))
    .map(([code]) => code);
}

/** The end of a name with its dot, lower case: `.png`; undefined where it has none. */
export function endOf(fileName: string): string | undefined {
  return /[^./\\](\.[^./\\\s]{1,12})$/.exec(fileName)?.[1]?.toLowerCase();
}

/** The command that does what the advice for an upload says; undefined where none does. */
export function commandOf(upload: Pick<Upload, 'id' | 'code' | 'folderId' | 'fileName'>): string | undefined {
  const { id, code, folderId, fileName } = upload;
  const action = actionOf(code);
  switch (action) {
    case 'retry':
    case 'send-again':
    case 'mend':
    case 'free-space':
      return `sluice retry ${id}`;
    case 'leave-out': {
      const end = endOf(fileName);
      return folderId === null || end === undefined
        ? `sluice uploads cancel ${id}`
        : `sluice folders edit ${folderId.slice(0, 8)} --leave-out '*${end}'`;
    }
    case 'choose': {
      const choices = Object.entries<readonly string[]>(questions).find(
        ([question]) => question === code,
      )?.[1];
      return choices && `sluice uploads resolve ${id} --choice ${choices.join('|')}`;
    }
    case 'set-key':
    case 'edit-profile':
    case 'edit-folder':
    case 'upload-now':
    case 'none':
      return code !== null && thenRetried.has(code) ? `sluice retry ${id}` : undefined;
    default:
      return action satisfies never;
  }
}
