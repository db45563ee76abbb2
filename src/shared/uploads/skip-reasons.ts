import type { ErrorCode } from '../errors/catalog.ts';
import type { SentenceKey } from '../sentences/sentence-key.ts';

/** Why a name under a watch folder is not uploaded (W5, W16); the words are `skip.…` of the sentences. */
export type SkipReason =
  | (SentenceKey extends infer Key ? (Key extends `skip.${infer Reason}` ? Reason : never) : never)
  | Extract<ErrorCode, 'FILE_EMPTY' | 'NOT_A_FILE'>;
