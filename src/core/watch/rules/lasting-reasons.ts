/**
 * Reasons that were decided once for these bytes, not by a rule that may be edited: they hold until the file
 * changes.
 */
export const lastingReasons: ReadonlySet<string> = new Set(['existed-before', 'not-chosen']);
