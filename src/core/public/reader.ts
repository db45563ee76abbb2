/** How a host reads what a stranger wrote: in a process without rights, with a deadline. */
export { programOf } from '#core/places/places.ts';
export { Reader, ReaderEnded } from '#core/threads/reader.ts';
export { serveReader } from '#core/threads/serve-reader.ts';
