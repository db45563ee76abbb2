/** Why uploads without a code are cancelled. Ledgers have these words: they stay unchanged. */
export const replacedDetail = 'replaced by a newer version';
export const deletedDetail = 'deleted at the service';
