-- Files on shared folders (docs/adr/0041): who has read one tells the others its hash, so that they need not read it too. A row a path, by
-- a hash of it, so that what is known of a file is replaced when it changes. Without `sha256` somebody is reading it.
create table sluice.words (
  scope int not null,
  path bytea not null check (length(path) = 16),
  size bigint not null check (size >= 0),
  -- Microseconds since the epoch, which every file system can tell.
  mtime bigint not null,
  ends bytea check (length(ends) = 16),
  sha256 bytea check (length(sha256) = 32),
  agent int not null,
  incarnation uuid not null,
  at timestamptz not null,
  primary key (scope, path),
  check ((ends is null) = (sha256 is null))
);
create index words_at on sluice.words (at);

-- Who has which shared folder, for people: `key` as in `sluice.leases`.
create table sluice.watchers (
  key text not null,
  agent int not null,
  at timestamptz not null,
  primary key (key, agent)
);

-- One folder has a first reader for each scope, whose hash is no part of what all may read.
create function sluice.root_key(p_scope text, p_name text) returns text language sql immutable as
  $$ select p_name || ' ' || left(encode(sha256(convert_to(p_scope || ' ' || p_name, 'UTF8')), 'hex'), 8) $$;

-- Takes a folder where nobody reads it first, and says who does. A holder asks by the token it has.
create function sluice_v1.root(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_scope text, p_name text, p_token uuid
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  holder sluice.agents;
  b record;
  l sluice.leases;
  t timestamptz := sluice.now_();
  the_key text := sluice.root_key(p_scope, p_name);
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  insert into sluice.leases (kind, key) values ('root', the_key) on conflict (kind, key) do nothing;
  insert into sluice.watchers as w (key, agent, at) values (the_key, me.id, t) on conflict (key, agent) do update set at = t;
  select x.* into l from sluice.leases x left join sluice.agents a on a.id = x.agent and a.incarnation = x.incarnation
    where x.kind = 'root' and x.key = the_key
      and (x.token is null or x.agent = me.id or a.id is null or a.lease_until <= t) for update of x skip locked;
  if found and (l.token is null or l.agent = me.id or not sluice.is_alive(l.agent, l.incarnation, interval '0')) then
    update sluice.leases x set agent = me.id, incarnation = me.incarnation, token = p_token where x.kind = 'root' and x.key = the_key;
  end if;
  select a.* into holder from sluice.leases x join sluice.agents a on a.id = x.agent where x.kind = 'root' and x.key = the_key;
  -- What nobody asks for any more.
  delete from sluice.watchers w where w.ctid in (select y.ctid from sluice.watchers y
    where y.at < t - case when y.agent = me.id then interval '1 day' else interval '30 days' end limit 1000 for update skip locked);
  delete from sluice.leases x where x.ctid in (select y.ctid from sluice.leases y
    where y.kind = 'root' and y.key <> the_key and not exists (select from sluice.watchers w where w.key = y.key) for update skip locked);
  delete from sluice.words w where w.ctid in (select y.ctid from sluice.words y
    where y.at < t - interval '180 days' order by y.at limit 1000 for update skip locked);
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', case when holder.id = me.id then 'ours' else 'held' end,
    'by', sluice.member(holder.id), 'queue', coalesce(holder.queue, 0), 'others', (select count(*) from sluice.watchers w
      join sluice.agents a on a.id = w.agent where w.key = the_key and w.at > t - interval '5 minutes' and a.lease_until > t
        and a.id is distinct from holder.id)));
end $$;

-- Whether somebody is at it: as long as a slow drive may take (1 MB/s), while the life that began lasts.
create function sluice.is_being_read(w sluice.words) returns boolean language sql volatile as $$
  select w.sha256 is null and w.at + interval '1 minute' + w.size * interval '1 microsecond' > sluice.now_()
    and sluice.is_alive(w.agent, w.incarnation, interval '0') $$;

create function sluice.told_word(w sluice.words, p_me int) returns jsonb language sql volatile as $$
  select case when w.sha256 is null then jsonb_build_object('kind', 'read', 'by', sluice.member(w.agent))
    else jsonb_build_object('kind', 'known', 'by', sluice.member(w.agent), 'sha256', encode(w.sha256, 'hex'), 'ends', encode(w.ends, 'hex'),
      'isOwn', w.agent = p_me,
      'ageMs', greatest(0, sluice.milliseconds(w.at, sluice.now_())),
      'isClaimed', exists (select from sluice.claims c where c.scope = w.scope and c.sha256 = w.sha256)) end $$;

-- What is known of files, in their order. One that nobody has read, or is reading, is given to who would read it now. In the order of
-- paths, so that no two wait for each other. Not numbered, since it may be asked any number of times.
create function sluice_v1.words(p_agent uuid, p_incarnation uuid, p_scope text, p_files jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  f record;
  w sluice.words;
  answers jsonb[];
  the_scope int := sluice.scope_of(p_scope);
begin
  select a.* into me from sluice.agents a where a.agent = p_agent and a.incarnation = p_incarnation;
  for f in
    select decode(x.value ->> 'path', 'hex') as path, (x.value ->> 'size')::bigint as size, (x.value ->> 'mtimeUs')::bigint as mtime,
      (x.value ->> 'reads')::boolean as reads, x.ordinality::int as place
    from jsonb_array_elements(p_files) with ordinality x order by 1
  loop
    select x.* into w from sluice.words x where x.scope = the_scope and x.path = f.path and x.size = f.size and x.mtime = f.mtime;
    if found and (w.sha256 is not null or w.agent is distinct from me.id and sluice.is_being_read(w)) then
      answers[f.place] := sluice.told_word(w, me.id);
    elsif not f.reads or me.id is null then
      answers[f.place] := jsonb_build_object('kind', 'unknown');
    else
      insert into sluice.words as x (scope, path, size, mtime, agent, incarnation, at)
        values (the_scope, f.path, f.size, f.mtime, me.id, me.incarnation, sluice.now_())
        on conflict (scope, path) do update set size = excluded.size, mtime = excluded.mtime, ends = null, sha256 = null,
          agent = excluded.agent, incarnation = excluded.incarnation, at = excluded.at
          where x.size <> excluded.size or x.mtime <> excluded.mtime
            or x.sha256 is null and (x.agent = excluded.agent or not sluice.is_being_read(x))
        returning * into w;
      if found then
        answers[f.place] := jsonb_build_object('kind', 'yours');
      else
        -- Somebody else was a moment earlier.
        select x.* into w from sluice.words x where x.scope = the_scope and x.path = f.path;
        answers[f.place] := sluice.told_word(w, me.id);
      end if;
    end if;
  end loop;
  return jsonb_build_object('words', to_jsonb(coalesce(answers, '{}')));
end $$;

-- What was read; without a hash it could not be, and is anybody's again.
create function sluice_v1.tell_words(p_agent uuid, p_incarnation uuid, p_scope text, p_words jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  the_scope int := sluice.scope_of(p_scope);
begin
  select a.* into me from sluice.agents a where a.agent = p_agent and a.incarnation = p_incarnation;
  if me.id is null then return jsonb_build_object('kind', 'written'); end if;
  insert into sluice.words as w (scope, path, size, mtime, ends, sha256, agent, incarnation, at)
    select distinct on (1, 2) the_scope, decode(x.value ->> 'path', 'hex'), (x.value ->> 'size')::bigint, (x.value ->> 'mtimeUs')::bigint,
      decode(x.value ->> 'ends', 'hex'), decode(x.value ->> 'sha256', 'hex'), me.id, me.incarnation, sluice.now_()
    from jsonb_array_elements(p_words) with ordinality x where x.value ->> 'sha256' is not null order by 1, 2, x.ordinality desc
    on conflict (scope, path) do update set size = excluded.size, mtime = excluded.mtime, ends = excluded.ends, sha256 = excluded.sha256,
      agent = excluded.agent, incarnation = excluded.incarnation, at = excluded.at;
  delete from sluice.words w using jsonb_array_elements(p_words) x
    where w.scope = the_scope and w.path = decode(x.value ->> 'path', 'hex') and w.agent = me.id and w.sha256 is null
      and x.value ->> 'sha256' is null;
  return jsonb_build_object('kind', 'written');
end $$;
