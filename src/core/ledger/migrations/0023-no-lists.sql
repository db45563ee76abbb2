-- A list of three or more words after IN is a table that SQLite builds anew in each statement that comes by it, and every step of an
-- upload came by eleven of them: in what is computed of its state, for its old and for its new row, and in what its state may be.
-- Words that are compared one after the other say the same; with them a step costs two thirds. Only the words change and nothing that
-- is stored, so no table is written anew.
PRAGMA writable_schema = ON;

UPDATE sqlite_schema SET sql = replace(replace(replace(replace(sql,
  'CASE
  WHEN paused = 1 OR state NOT IN (''queued'', ''enriching'', ''reserved'', ''putting'', ''verifying'', ''cancelling'') THEN NULL
  WHEN state = ''cancelling'' THEN ''cancelling''
  WHEN folder_id IS NULL THEN ''manual''
  ELSE ''folder:'' || folder_id
END',
  'CASE
  WHEN paused = 1 THEN NULL
  WHEN state = ''cancelling'' THEN ''cancelling''
  WHEN state = ''queued'' OR state = ''enriching'' OR state = ''reserved'' OR state = ''putting'' OR state = ''verifying''
    THEN coalesce(''folder:'' || folder_id, ''manual'')
END'),
  'WHEN state IN (''completed'', ''duplicate'', ''attention'', ''cancelled'') THEN state',
  'WHEN state = ''completed'' OR state = ''duplicate'' OR state = ''attention'' OR state = ''cancelled'' THEN state'),
  'CASE
  WHEN state NOT IN (''queued'', ''enriching'', ''reserved'', ''putting'', ''verifying'') THEN state
  WHEN paused = 1 THEN ''paused''
  ELSE ''open''
END',
  'CASE
  WHEN state = ''queued'' OR state = ''enriching'' OR state = ''reserved'' OR state = ''putting'' OR state = ''verifying''
    THEN CASE paused WHEN 1 THEN ''paused'' ELSE ''open'' END
  ELSE state
END'),
  'state TEXT NOT NULL CHECK (state IN (
    ''queued'',      -- waits to be read, or read and waiting for a slot
    ''enriching'',   -- intent journaled: a POST may be under way
    ''reserved'',    -- the service gave a content id; nothing sent
    ''putting'',     -- intent journaled: a PUT may be under way
    ''verifying'',   -- a PUT ended without an answer: ask whether it landed
    ''processing'',  -- the bytes landed; the service enriches
    ''completed'',
    ''duplicate'',   -- another upload of this profile has the same bytes, see duplicate_of
    ''attention'',   -- needs a person, see code
    ''cancelling'',  -- cancelled while something was under way: clean up, then cancelled
    ''cancelled''
  ))',
  'state TEXT NOT NULL CHECK (
    state = ''queued''        -- waits to be read, or read and waiting for a slot
    OR state = ''enriching''  -- intent journaled: a POST may be under way
    OR state = ''reserved''   -- the service gave a content id; nothing sent
    OR state = ''putting''    -- intent journaled: a PUT may be under way
    OR state = ''verifying''  -- a PUT ended without an answer: ask whether it landed
    OR state = ''processing'' -- the bytes landed; the service enriches
    OR state = ''completed''
    OR state = ''duplicate''  -- another upload of this profile has the same bytes, see duplicate_of
    OR state = ''attention''  -- needs a person, see code
    OR state = ''cancelling'' -- cancelled while something was under way: clean up, then cancelled
    OR state = ''cancelled''
  )')
  WHERE type = 'table' AND name = 'uploads';

UPDATE sqlite_schema SET sql = replace(sql,
  '(disposition IN (''settling'', ''taken'', ''ignored'', ''held'', ''unreadable'', ''gone''))',
  '(disposition = ''settling'' OR disposition = ''taken'' OR disposition = ''ignored'' OR disposition = ''held''
    OR disposition = ''unreadable'' OR disposition = ''gone'')')
  WHERE type = 'table' AND name = 'local_files';

UPDATE sqlite_schema SET sql = replace(sql,
  '(status IN
    (''waiting'', ''processing'', ''completed'', ''failed'', ''removing'', ''expired'', ''gone''))',
  '(status = ''waiting'' OR status = ''processing'' OR status = ''completed'' OR status = ''failed'' OR status = ''removing''
    OR status = ''expired'' OR status = ''gone'')')
  WHERE type = 'table' AND name = 'documents';

-- Reads them again here, and fails where they are no schema.
PRAGMA writable_schema = RESET;
