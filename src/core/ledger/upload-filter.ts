import type { UploadFilter } from '#shared/bridge/uploads.ts';

/** Which uploads, with whose they are said: of one profile, or (null) of every one. */
export type ScopedFilter = Omit<UploadFilter, 'profileId'> & {
  readonly profileId: string | null;
  /** Codes: what waits for a person with one of these is none of them. */
  readonly except?: readonly string[];
};

/** A filter as the condition of a statement over `uploads`. */
export function toSql(filter: ScopedFilter): { sql: string; values: (string | number)[] } {
  const parts = ['1 = 1'];
  const values: (string | number)[] = [];
  const add = (sql: string, ...added: (string | number)[]) => {
    parts.push(sql);
    values.push(...added);
  };
  if (filter.profileId !== null) add('profile_id = ?', filter.profileId);
  if (filter.ids) add('id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.ids));
  if (filter.states) add('state IN (SELECT value FROM json_each(?))', JSON.stringify(filter.states));
  if (filter.folderId === null) add('folder_id IS NULL');
  else if (filter.folderId !== undefined) add('folder_id = ?', filter.folderId);
  if (filter.code !== undefined) add('code = ?', filter.code);
  if (filter.except !== undefined && filter.except.length > 0)
    add(
      `NOT (state = 'attention' AND coalesce(code, '') IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(filter.except),
    );
  if (filter.contentId !== undefined) add('content_id = ?', filter.contentId);
  if (filter.search !== undefined) add('instr(lower(path), lower(?)) > 0', filter.search);
  if (filter.machine !== undefined) add('remote_machine = ?', filter.machine);
  if (filter.person !== undefined) add('remote_person = ?', filter.person);
  if (filter.createdAfter !== undefined) add('created_at >= ?', filter.createdAfter);
  if (filter.createdBefore !== undefined) add('created_at < ?', filter.createdBefore);
  return { sql: parts.join(' AND '), values };
}
