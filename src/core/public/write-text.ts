/** A file of its own: every command loads `files.ts`, and only exports write texts. */
export { writeText } from '#core/export/write-export.ts';
