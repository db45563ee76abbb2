-- An agent may send `together` before it has the answer to the write before (docs/adr/0051). `earlier` keeps the answers that it has not
-- acknowledged, by number, so that each can be sent again. Other writes keep only the latest answer, so an agent sends those alone.
alter table sluice.agents add column earlier jsonb;

-- The agent's row, locked, and the answer where there is nothing left to do.
create or replace function sluice.begin_write(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, out me sluice.agents, out early jsonb
) language plpgsql as $$
begin
  select * into me from sluice.agents a where a.agent = p_agent for no key update;
  if not found then
    early := jsonb_build_object('problem', 'unknown');
  elsif me.login <> session_user then
    early := jsonb_build_object('problem', 'stranger');
  elsif me.writes < p_acknowledged then
    -- Joining again, it proves that.
    early := jsonb_build_object('problem', 'unknown');
  elsif me.incarnation <> p_incarnation then
    early := jsonb_build_object('problem', 'replaced');
  elsif p_write < me.writes then
    early := coalesce(me.earlier -> p_write::text, jsonb_build_object('problem', 'stale', 'writes', me.writes));
  elsif p_write = me.writes then
    early := coalesce(me.answer, jsonb_build_object('problem', 'stale', 'writes', me.writes));
  elsif me.lease_until <= sluice.now_() then
    early := jsonb_build_object('problem', 'lapsed');
  end if;
end $$;

create or replace function sluice_v1.together(p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_calls jsonb) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  call record;
  n bigint := p_write - jsonb_array_length(p_calls);
  v jsonb;
  answer jsonb;
  answers jsonb := '[]';
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  -- Rarely more than a few.
  if me.writes > p_acknowledged or me.earlier is not null then
    update sluice.agents a set earlier = (
        select jsonb_object_agg(x.key, x.value) from (
          select y.key, y.value from jsonb_each(me.earlier) y union all select me.writes::text, me.answer where me.answer is not null) x
        where x.key::bigint > p_acknowledged)
      where a.id = me.id;
  end if;
  for call in select x.value ->> 'name' as name, x.value -> 'values' as given from jsonb_array_elements(p_calls) with ordinality x order by x.ordinality
  loop
    n := n + 1;
    v := call.given;
    case call.name
      when 'claim' then
        answer := sluice_v1.claim(p_agent, p_incarnation, n, p_acknowledged, v ->> 0, array (select jsonb_array_elements_text(v -> 1)),
          v ->> 2, (v ->> 3)::bigint, (v ->> 4)::uuid, v ->> 5, (v ->> 6)::boolean);
      when 'write_claim' then
        answer := sluice_v1.write_claim(p_agent, p_incarnation, n, p_acknowledged, v ->> 0, v ->> 1, v ->> 2, (v ->> 3)::uuid,
          (v ->> 4)::bigint, v ->> 5, v ->> 6);
      when 'let_go' then
        answer := sluice_v1.let_go(p_agent, p_incarnation, n, p_acknowledged, v ->> 0, v ->> 1, (v ->> 2)::uuid);
      when 'take' then
        answer := sluice_v1.take(p_agent, p_incarnation, n, p_acknowledged, v ->> 0, v ->> 1, (v ->> 2)::uuid);
      when 'give_back' then
        answer := sluice_v1.give_back(p_agent, p_incarnation, n, p_acknowledged, (v ->> 0)::uuid);
    end case;
    answers := answers || jsonb_build_array(answer - 'token');
  end loop;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'together', 'answers', answers));
end $$;

-- As `sluice.token`, but the planner inlines it. A function that reads a table is planned again in each statement that calls it, which
-- took a third of the server's time for a claim.
create function sluice.token_of(p_secret bytea, p_agent uuid, p_writes bigint) returns text language sql immutable as
  $$ select left(encode(sha256(p_secret || uuid_send(p_agent) || int8send(p_writes)), 'hex'), 32) $$;

create or replace function sluice.end_write(p_id int, p_write bigint, p_answer jsonb) returns jsonb
language plpgsql as $$
declare
  t timestamptz := sluice.now_();
  kept jsonb;
begin
  update sluice.agents a set writes = p_write, answer = p_answer || jsonb_build_object('token', sluice.token_of((select x.secret from sluice.team x), a.agent, p_write)),
      lease_until = t + a.lease, seen_at = t where a.id = p_id returning a.answer into kept;
  return kept;
end $$;

create or replace function sluice_v1.claim(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint,
  p_scope text, p_circles text[], p_sha256 text, p_size bigint, p_upload uuid, p_file_name text, p_shared boolean
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  my_id int;
  likely jsonb;
  may_claim boolean;
  b record;
  rules sluice.team;
  c sluice.claims;
  the_scope int;
  hash bytea := decode(p_sha256, 'hex');
  has_circle boolean := cardinality(p_circles) > 0;
  -- Asked for apart: joined, they would be looked for in all claims while the server thinks there are few.
  others int[];
  is_theirs boolean := false;
begin
  -- Usually no one has the bytes, so that answer is kept right away. Its epoch is taken while the row is locked. One statement reads all
  -- that is needed, and no whole row: each statement takes some 10 µs.
  update sluice.agents a set writes = p_write, lease_until = sluice.now_() + a.lease, seen_at = sluice.now_(),
      answer = jsonb_build_object('kind', 'ours', 'epoch', nextval('sluice.epochs'), 'token', sluice.token_of(x.secret, a.agent, p_write))
    from sluice.team x
    where a.agent = p_agent and sluice.is_next_write(a, p_incarnation, p_write, p_acknowledged)
    returning a.id, a.answer, x.oldest <= a.protocol and not x.restoring and x.restores <= a.replayed,
      (select s.id from sluice.scopes s where s.key = p_scope and (not has_circle or s.circle = p_circles[1])),
      array (select s.id from sluice.scopes s where has_circle and s.circle = p_circles[1] and s.key <> p_scope)
    into my_id, likely, may_claim, the_scope, others;
  if not found then
    b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
    if b.early is not null then return b.early; end if;
    me := b.me;
  else
    -- Two keys have no row in common: without the lock each would find nothing of the other's, nor its scope.
    if has_circle and p_shared then
      perform pg_advisory_xact_lock(hashtextextended('sluice.claim ' || p_sha256, 0));
      others := array (select s.id from sluice.scopes s where s.circle = p_circles[1] and s.key <> p_scope);
    end if;
    if cardinality(others) > 0 then
      is_theirs := exists (select from sluice.claims x
        where x.scope = any (others) and x.sha256 = hash and x.shared and (p_shared or x.seq is not null));
    end if;
    if may_claim and the_scope is not null and not is_theirs then
      insert into sluice.claims (scope, sha256, size, agent, upload, epoch, at, file_name, shared)
        values (the_scope, hash, p_size, my_id, p_upload, (likely ->> 'epoch')::bigint, sluice.now_(), left(p_file_name, 1000), p_shared)
        on conflict (scope, sha256) do nothing;
      if found then return likely; end if;
    end if;
    select * into strict me from sluice.agents a where a.id = my_id;
  end if;
  select * into strict rules from sluice.team;
  if me.protocol < rules.oldest then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'too-old')); end if;
  if sluice.waits_for_replay(me) then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'restored')); end if;
  the_scope := sluice.scope_of(p_scope);
  if has_circle then
    update sluice.scopes s set circle = p_circles[1] where s.id = the_scope and s.circle is distinct from p_circles[1];
    perform pg_advisory_xact_lock(hashtextextended('sluice.claim ' || p_sha256, 0));
    others := array (select s.id from sluice.scopes s where s.circle = p_circles[1] and s.id <> the_scope);
    if not exists (select from sluice.claims x where x.scope = the_scope and x.sha256 = hash) then
      for c in
        select x.* from sluice.claims x
          where x.scope = any (others) and x.sha256 = hash and x.shared and (p_shared or x.seq is not null)
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
