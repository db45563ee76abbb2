import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#core/ledger/database.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';

const words = [
  'annual',
  'report',
  'quarterly',
  'research',
  'note',
  'orrin',
  'halden',
  'energy',
  'outlook',
  'transcript',
];
const minute = 60_000;
const bytes = 5_000_000;

function wordsOf(index: number): string {
  return `${words[index % 10]}-${words[Math.floor(index / 10) % 10]}`;
}

/**
 * What is searched for: the name of one document in a hundred, so that matches are neither first nor rare. Of
 * fewer documents the name of the last: one that no row has would be waited for without end.
 */
export function searchedFor(count: number): string {
  return wordsOf(Math.min(76, count - 1));
}

/** A repeatable content id. */
function idOf(index: number): string {
  return createHash('md5').update(String(index)).digest('hex').toUpperCase();
}

/**
 * Fills a ledger with uploads as they look after their documents were completed: 100,000 real uploads would
 * take hours. The documents are not written here: Sluice itself makes them of the uploads, as it does after
 * an update.
 *
 * @param profileId whose uploads they are
 */
export function fillLedger(dataDirectory: string, profileId: string, count: number): void {
  mkdirSync(dataDirectory, { recursive: true });
  const database = openDatabase(join(dataDirectory, 'ledger.sqlite'));
  const first = Date.now() - count * minute;
  try {
    database.transaction(() => {
      const insert = database.statement(
        `INSERT INTO uploads (profile_id, folder_id, path, file_name, size, mtime_ns, sha256, state, lane,
          sort_key, content_id,
           remote_status, options, created_at, updated_at, landed_at, finished_at, polls)
         VALUES (?, ?, ?, ?, ?, '0', ?, ?, 1, ?, NULL, ?, ?, ?, ?, ?, ?, 1)`,
      );
      const setId = database.statement('UPDATE uploads SET content_id = ?, state = ? WHERE id = ?');
      for (let index = 0; index < count; index += 1) {
        const name = `${wordsOf(index)}-${index}.pdf`;
        const at = first + index * minute;
        const options = uploadOptionsSchema.parse({
          tags: index % 4 === 0 ? [] : [`tag-${index % 40}`],
          share: index % 5 === 0,
          noIndex: index % 11 === 0,
        });
        const { lastInsertRowid } = insert.run(
          profileId,
          index % 3 === 0 ? null : `folder-${index % 7}`,
          `/data/research/${name}`,
          name,
          1_000 + ((index * 7_919) % bytes),
          createHash('sha256').update(name).digest('hex'),
          'processing',
          index,
          'completed',
          JSON.stringify(options),
          at,
          at + 2_000,
          at + 100,
          at + 2_000,
        );
        setId.run(idOf(index), index % 97 === 0 ? 'attention' : 'completed', lastInsertRowid);
      }
    });
  } finally {
    database.close();
  }
}

/** Waits until the agent has made documents of the uploads. */
export async function waitInStep(dataDirectory: string, say: (text: string) => void): Promise<void> {
  const begun = performance.now();
  const database = openDatabase(join(dataDirectory, 'ledger.sqlite'), { readOnly: true });
  const left = () => database.statement('SELECT count(*) AS n FROM documents_dirty').get()?.n as number;
  try {
    while (left() > 0) await wait(250);
  } finally {
    database.close();
  }
  say(`the agent made documents of them in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/**
 * Milliseconds of the bare query behind the first rows, and of the one behind a search, over the same ledger.
 */
export function bareQueries(dataDirectory: string, search: string): { rows: number; search: number } {
  const database = openDatabase(join(dataDirectory, 'ledger.sqlite'), { readOnly: true });
  const time = (sql: string, ...values: string[]) => {
    const statement = database.statement(sql);
    const begun = performance.now();
    statement.all(...values);
    return performance.now() - begun;
  };
  try {
    return {
      rows: time('SELECT * FROM documents ORDER BY uploaded_at DESC LIMIT 100'),
      search: time(
        `SELECT * FROM documents WHERE name_key LIKE ? ORDER BY uploaded_at DESC LIMIT 100`,
        `%${search}%`,
      ),
    };
  } finally {
    database.close();
  }
}
