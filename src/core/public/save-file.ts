import filenamify from 'filenamify';
import type { Calls, HostHandlers } from '#shared/bridge/contract.ts';
import { noteFileEnds } from '#shared/bridge/notes.ts';

type Wanted = Parameters<HostHandlers['host.saveFile']>[0];

/** Characters of a name that is offered; what a service says of a file's name may be anything. */
const longest = 180;

/** The name a file is offered under. */
export async function nameToSave(calls: Pick<Calls, 'documents.detail'>, wanted: Wanted): Promise<string> {
  if (wanted.what === 'entities') return `sluice-entities.${wanted.format}`;
  if (wanted.what === 'uploads') return `sluice-uploads.${wanted.format}`;
  if (wanted.what === 'documents') return `sluice-documents.${wanted.format}`;
  if (wanted.what === 'notes') return `sluice-notes.${noteFileEnds[wanted.format]}`;
  const { document } = await calls['documents.detail']({ contentId: wanted.contentId });
  // No halves of signs, which no address takes; nothing that is hidden, leaves the folder, or turns the order
  // of what is read: the end of a name says whether it is a program.
  const given = (document?.fileName ?? '').toWellFormed().replaceAll('\ufffd', '_').replace(/^\.+/, '');
  const name = given === '' ? '' : filenamify(given, { replacement: '_', maxLength: longest });
  const known = name === '' ? wanted.contentId : name;
  return wanted.what === 'original' ? known : `${known}.annotated.json`;
}

/** Writes what is wanted to `path`, or to a place of Sluice's own when there is none; where it is. */
export async function writeFileToSave(
  calls: Pick<
    Calls,
    | 'documents.original'
    | 'documents.annotated'
    | 'uploads.export'
    | 'documents.export'
    | 'across.export'
    | 'notes.export'
  >,
  wanted: Wanted,
  path?: string,
): Promise<string> {
  const target = path === undefined ? {} : { path };
  if (wanted.what === 'uploads') {
    const { what: _what, ...input } = wanted;
    return (await calls['uploads.export']({ ...input, ...target })).path;
  }
  if (wanted.what === 'documents') {
    const { what: _what, ...input } = wanted;
    return (await calls['documents.export']({ ...input, ...target })).path;
  }
  if (wanted.what === 'entities') {
    const { what: _what, ...input } = wanted;
    return (await calls['across.export']({ ...input, ...target })).path;
  }
  if (wanted.what === 'notes') {
    const { what: _what, ...input } = wanted;
    return (await calls['notes.export']({ ...input, ...target })).path;
  }
  return (await calls[`documents.${wanted.what}`]({ contentId: wanted.contentId, ...target })).path;
}
