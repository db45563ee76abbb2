-- Documents as people see them: who sits at a machine, how a file is called, who still has which bytes, and what is only on a machine
-- that is gone. All of it is told to the same key; to another only what is to be seen by the whole organization.

-- Keys of one service, each of which may ask for what the others share. A scope itself lets ask for everything of its key, so no other
-- key is ever told it.
alter table sluice.scopes add column circle text check (length(circle) <= 200);

alter table sluice.agents add column person text check (length(person) <= 200);
alter table sluice.claims
  add column file_name text check (length(file_name) <= 1000),
  add column shared boolean not null default false,
  -- Who sent it, where the document is somebody else's by now.
  add column sender int;

-- Whose upload stands for a document that another one sent: it must not be deleted while one does.
create table sluice.holdings (
  scope int not null,
  sha256 bytea not null,
  agent int not null,
  upload uuid not null,
  replayed int not null default 0,
  primary key (scope, sha256, agent, upload)
);

create or replace function sluice.member(p_id int) returns jsonb language sql stable as
  $$ select jsonb_strip_nulls(jsonb_build_object('agent', a.agent, 'name', a.name, 'person', a.person)) from sluice.agents a where a.id = p_id $$;

create function sluice.held_claim(c sluice.claims) returns jsonb language sql stable as
  $$ select jsonb_build_object('kind', 'held', 'by', sluice.member(c.agent), 'lookAgainMs',
    (select least(greatest(sluice.milliseconds(sluice.now_(), a.lease_until + sluice.grace(c.size)), 500), 15000)
      from sluice.agents a where a.id = c.agent)) $$;

-- The claim's row is locked by who calls this: nobody deletes the document meanwhile.
create function sluice.stand_for(c sluice.claims, p_scope int, p_agent int, p_upload uuid) returns jsonb language plpgsql as $$
begin
  if c.agent <> p_agent or c.upload <> p_upload then
    insert into sluice.holdings (scope, sha256, agent, upload) values (c.scope, c.sha256, p_agent, p_upload) on conflict do nothing;
  end if;
  return jsonb_build_object('kind', 'landed', 'contentId', c.content_id, 'by', sluice.member(coalesce(c.sender, c.agent)),
    'scope', (select case s.id when p_scope then s.key else s.circle end from sluice.scopes s where s.id = c.scope),
    'ageMs', greatest(0, sluice.milliseconds(c.at, sluice.now_())));
end $$;

create function sluice_v1.join_team(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint,
  p_name text, p_version text, p_protocol int, p_lease_ms int, p_person text
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare answer jsonb := sluice_v1.join_team(p_agent, p_incarnation, p_write, p_acknowledged, p_name, p_version, p_protocol, p_lease_ms);
begin
  if answer ->> 'kind' = 'joined' then
    update sluice.agents a set person = p_person where a.agent = p_agent and a.incarnation = p_incarnation;
  end if;
  return answer;
end $$;

-- As in 0003, and: `p_circles` are those of this key. Of other keys in them only what is shared is told; what one of them is sending is waited for
-- where both are to be shared, since then one document is enough.
create function sluice_v1.claim(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint,
  p_scope text, p_circles text[], p_sha256 text, p_size bigint, p_upload uuid, p_file_name text, p_shared boolean
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  rules sluice.team;
  c sluice.claims;
  the_scope int;
  hash bytea := decode(p_sha256, 'hex');
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  select * into strict rules from sluice.team;
  if me.protocol < rules.oldest then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'too-old')); end if;
  if sluice.waits_for_replay(me) then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'restored')); end if;
  the_scope := sluice.scope_of(p_scope);
  if cardinality(p_circles) > 0 then
    update sluice.scopes s set circle = p_circles[1] where s.id = the_scope and s.circle is distinct from p_circles[1];
    -- Two keys have no row in common: without this each would find nothing of the other.
    perform pg_advisory_xact_lock(hashtextextended('sluice.claim ' || p_sha256, 0));
    if not exists (select from sluice.claims x where x.scope = the_scope and x.sha256 = hash) then
      for c in
        select x.* from sluice.claims x join sluice.scopes s on s.id = x.scope
          where s.circle = any (p_circles) and x.scope <> the_scope and x.sha256 = hash and x.shared and (p_shared or x.seq is not null)
          order by x.seq is null, x.scope for update of x
      loop
        if c.seq is not null then return sluice.end_write(me.id, p_write, sluice.stand_for(c, the_scope, me.id, p_upload)); end if;
        if sluice.is_alive(c.agent, null, sluice.grace(c.size)) then return sluice.end_write(me.id, p_write, sluice.held_claim(c)); end if;
      end loop;
    end if;
  end if;
  loop
    insert into sluice.claims (scope, sha256, size, agent, upload, epoch, at, file_name, shared)
      values (the_scope, hash, p_size, me.id, p_upload, nextval('sluice.epochs'), sluice.now_(), left(p_file_name, 1000), p_shared)
      on conflict (scope, sha256) do nothing returning * into c;
    if found then return sluice.end_write(me.id, p_write, sluice.ours(c)); end if;
    select * into c from sluice.claims x where x.scope = the_scope and x.sha256 = hash for update;
    exit when found; -- else it was released in between
  end loop;
  if c.seq is not null then return sluice.end_write(me.id, p_write, sluice.stand_for(c, the_scope, me.id, p_upload)); end if;
  -- An agent's own claim is its own at once: it alone knows which of its uploads goes on, and its folder's lock that no other life does.
  if c.agent <> me.id and sluice.is_alive(c.agent, null, sluice.grace(c.size)) then
    return sluice.end_write(me.id, p_write, sluice.held_claim(c));
  end if;
  update sluice.claims x set agent = me.id, upload = p_upload, size = p_size, epoch = nextval('sluice.epochs'), at = sluice.now_(),
      file_name = coalesce(left(p_file_name, 1000), x.file_name), shared = p_shared
    where x.scope = the_scope and x.sha256 = hash returning x.* into c;
  return sluice.end_write(me.id, p_write, sluice.ours(c));
end $$;

create or replace function sluice_v1.claim(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint,
  p_scope text, p_also text[], p_sha256 text, p_size bigint, p_upload uuid
) returns jsonb language sql security definer set search_path = pg_catalog, pg_temp as
  $$ select sluice_v1.claim(p_agent, p_incarnation, p_write, p_acknowledged, p_scope, p_also, p_sha256, p_size, p_upload, null, false) $$;
drop function sluice.landed_claim(sluice.claims);

-- An upload stands for these bytes no more. `p_scope` may be a circle, where the document is another key's. `last`: nobody does; the claim ends, and its document may be deleted. `kept`: somebody
-- does, to whom the document belongs now. `none`: no document is known to the team.
create function sluice_v1.let_go(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_scope text, p_sha256 text, p_upload uuid
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  c sluice.claims;
  heir sluice.holdings;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  if sluice.waits_for_replay(me) then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'restored')); end if;
  select x.* into c from sluice.claims x join sluice.scopes s on s.id = x.scope
    where x.sha256 = decode(p_sha256, 'hex') and (s.key = p_scope or s.circle = p_scope and (x.agent = me.id and x.upload = p_upload
      or exists (select from sluice.holdings h where h.scope = x.scope and h.sha256 = x.sha256 and h.agent = me.id and h.upload = p_upload)))
    order by s.key <> p_scope limit 1 for update of x;
  if not found then
    delete from sluice.holdings h using sluice.scopes s where p_scope in (s.key, s.circle) and h.scope = s.id
      and h.sha256 = decode(p_sha256, 'hex') and h.agent = me.id and h.upload = p_upload;
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'none'));
  end if;
  delete from sluice.holdings h where h.scope = c.scope and h.sha256 = c.sha256 and h.agent = me.id and h.upload = p_upload;
  if c.agent = me.id and c.upload = p_upload then
    if c.seq is not null then
      -- Of several the one who was seen last: it is the likeliest to come back.
      select h.* into heir from sluice.holdings h join sluice.agents a on a.id = h.agent
        where h.scope = c.scope and h.sha256 = c.sha256 order by a.seen_at desc, h.upload limit 1;
    end if;
    if heir.agent is null then
      delete from sluice.claims x where x.scope = c.scope and x.sha256 = c.sha256;
      return sluice.end_write(me.id, p_write, case when c.seq is null then jsonb_build_object('kind', 'none')
        else jsonb_build_object('kind', 'last', 'contentId', c.content_id) end);
    end if;
    delete from sluice.holdings h where h.scope = heir.scope and h.sha256 = heir.sha256 and h.agent = heir.agent and h.upload = heir.upload;
    update sluice.claims x set agent = heir.agent, upload = heir.upload, epoch = nextval('sluice.epochs'), sender = coalesce(x.sender, x.agent)
      where x.scope = c.scope and x.sha256 = c.sha256 returning x.* into c;
  end if;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'kept', 'contentId', c.content_id, 'by', sluice.member(c.agent)));
end $$;

-- What landed after `p_after`, at most 500 at a time; `team` tells another database from this one, whose numbers begin anew.
create or replace function sluice_v1.feed(p_scope text, p_after bigint) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'team', (select t.id from sluice.team t),
    'head', coalesce((select s.head::text from sluice.scopes s where s.key = p_scope), '0'),
    'entries', coalesce((select jsonb_agg(jsonb_build_object('seq', x.seq::text, 'scope', p_scope, 'sha256', encode(x.sha256, 'hex'),
        'contentId', x.content_id, 'by', sluice.member(coalesce(x.sender, x.agent)), 'fileName', x.file_name, 'size', x.size,
        'ageMs', greatest(0, sluice.milliseconds(x.at, sluice.now_()))) order by x.seq)
      from (select c.* from sluice.claims c join sluice.scopes s on s.id = c.scope
        where s.key = p_scope and c.seq > p_after order by c.seq limit 500) x), '[]'::jsonb))
$$;

-- Files of machines that are gone, which nobody else has: whoever has the same bytes takes a claim over within seconds.
create function sluice_v1.stranded(p_scope text, p_limit int) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with gone as materialized (
    select c.sha256, c.size, c.file_name, c.content_id, c.epoch, c.agent, a.name, a.seen_at
    from sluice.claims c join sluice.scopes s on s.id = c.scope join sluice.agents a on a.id = c.agent
    where s.key = p_scope and c.seq is null and a.lease_until + sluice.grace(c.size) + interval '1 minute' <= sluice.now_())
  select jsonb_build_object(
    'total', (select count(*) from gone), 'bytes', (select coalesce(sum(g.size), 0) from gone g),
    'files', coalesce((select jsonb_agg(jsonb_build_object('sha256', encode(x.sha256, 'hex'), 'size', x.size, 'fileName', x.file_name,
        'contentId', x.content_id, 'epoch', x.epoch, 'by', sluice.member(x.agent),
        'seenMs', greatest(0, sluice.milliseconds(x.seen_at, sluice.now_()))) order by x.seen_at desc, x.name, x.file_name, x.sha256)
      from (select * from gone g order by g.seen_at desc, g.name, g.file_name, g.sha256 limit p_limit) x), '[]'::jsonb))
$$;

-- The service has the bytes in the slot that such a machine named: it landed, whoever finds out.
create function sluice_v1.record_landed(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_scope text, p_sha256 text, p_epoch bigint, p_content_id text
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  c sluice.claims;
  next bigint;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  if sluice.waits_for_replay(me) then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'restored')); end if;
  select x.* into c from sluice.claims x join sluice.scopes s on s.id = x.scope
    where s.key = p_scope and x.sha256 = decode(p_sha256, 'hex') for update of x;
  -- Who is back finds out by itself, and may be about to give the slot up.
  if not found or c.seq is not null or c.epoch <> p_epoch or c.content_id is distinct from p_content_id
      or sluice.is_alive(c.agent, null, sluice.grace(c.size)) then
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'fenced'));
  end if;
  update sluice.scopes s set head = s.head + 1 where s.id = c.scope returning s.head into next;
  update sluice.claims x set seq = next, at = sluice.now_() where x.scope = c.scope and x.sha256 = c.sha256;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'written'));
end $$;
