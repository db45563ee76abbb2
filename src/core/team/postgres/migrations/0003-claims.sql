-- Who sends which bytes. Every write names the epoch it got: who has a later one owns the claim and the slot named in it.
create function sluice.scope_of(p_key text) returns int
language plpgsql as $$
declare found_id int;
begin
  select s.id into found_id from sluice.scopes s where s.key = p_key;
  if found then return found_id; end if;
  insert into sluice.scopes (key) values (p_key) on conflict (key) do nothing;
  select s.id into strict found_id from sluice.scopes s where s.key = p_key;
  return found_id;
end $$;

-- Beyond the lease: bytes that were on their way when the PUT was aborted, and more patience with what is dear to send again:
-- a second for each 10 MB, at most five minutes.
create function sluice.grace(p_size bigint) returns interval language sql immutable as
  $$ select least(interval '10 s' + (p_size / 10000000) * interval '1 s', interval '310 s') $$;

create function sluice.ours(c sluice.claims) returns jsonb language sql stable as $$
  select case when c.content_id is null then jsonb_build_object('kind', 'ours', 'epoch', c.epoch)
    else jsonb_build_object('kind', 'adopt', 'epoch', c.epoch, 'contentId', c.content_id, 'proof', c.proof) end $$;

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
  return jsonb_build_object('kind', 'landed', 'contentId', c.content_id, 'proof', c.proof, 'by', sluice.member(coalesce(c.sender, c.agent)),
    'scope', (select case s.id when p_scope then s.key else s.circle end from sluice.scopes s where s.id = c.scope),
    'ageMs', greatest(0, sluice.milliseconds(c.at, sluice.now_())));
end $$;

-- `p_circles` are those of this key. Of other keys in them only what is shared is told; what one of them is sending is waited for where
-- both are to be shared, since then one document is enough.
create function sluice_v1.claim(
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

-- What a claim comes to: `name` a slot, `landed`, `release`. Only for who has the latest epoch.
create function sluice_v1.write_claim(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint,
  p_what text, p_scope text, p_sha256 text, p_upload uuid, p_epoch bigint, p_content_id text, p_proof text
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
  -- A claim that is not here is not lost before its agent has told it again.
  if sluice.waits_for_replay(me) then return sluice.end_write(me.id, p_write, jsonb_build_object('problem', 'restored')); end if;
  -- The scope's row before any claim's, so that agents which land do not wait for each other in a circle.
  if p_what = 'landed' then perform from sluice.scopes s where s.key = p_scope for no key update; end if;
  select x.* into c from sluice.claims x join sluice.scopes s on s.id = x.scope
    where s.key = p_scope and x.sha256 = decode(p_sha256, 'hex') for update of x;
  if not found or c.agent <> me.id or c.epoch <> p_epoch or c.upload <> p_upload then
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'fenced'));
  end if;
  case p_what
    when 'name' then
      -- Another slot for a document that landed would lose it.
      if c.seq is not null and c.content_id is distinct from p_content_id then
        return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'fenced'));
      end if;
      update sluice.claims x set content_id = p_content_id, proof = p_proof, at = sluice.now_() where x.scope = c.scope and x.sha256 = c.sha256;
    when 'landed' then
      -- Another slot than the named one would be told to have the bytes.
      if c.content_id is null or c.content_id <> p_content_id then
        return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'fenced'));
      end if;
      if c.seq is null then
        -- Under the row's lock until the commit: a number is never seen before a lower one.
        update sluice.scopes s set head = s.head + 1 where s.id = c.scope returning s.head into next;
        update sluice.claims x set seq = next, proof = p_proof, at = sluice.now_() where x.scope = c.scope and x.sha256 = c.sha256;
      end if;
    when 'release' then
      delete from sluice.claims x where x.scope = c.scope and x.sha256 = c.sha256;
  end case;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'written'));
end $$;

-- What landed after `p_after`, at most 500 at a time; `team` tells another database from this one, whose numbers begin anew.
create function sluice_v1.feed(p_scope text, p_after bigint) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'team', (select t.id from sluice.team t),
    'head', coalesce((select s.head::text from sluice.scopes s where s.key = p_scope), '0'),
    'entries', coalesce((select jsonb_agg(jsonb_build_object('seq', x.seq::text, 'scope', p_scope, 'sha256', encode(x.sha256, 'hex'),
        'contentId', x.content_id, 'proof', x.proof, 'by', sluice.member(coalesce(x.sender, x.agent)), 'fileName', x.file_name, 'size', x.size,
        'ageMs', greatest(0, sluice.milliseconds(x.at, sluice.now_()))) order by x.seq)
      from (select c.* from sluice.claims c join sluice.scopes s on s.id = c.scope
        where s.key = p_scope and c.seq > p_after order by c.seq limit 500) x), '[]'::jsonb))
$$;

-- Of these documents and slots those that somebody else's claim names.
create function sluice_v1.named_by_others(p_agent uuid, p_scope text, p_content_ids text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  -- While claims are told again, nobody can say whose a slot is.
  select case when (select x.restoring from sluice.team x) then jsonb_build_object('problem', 'restored')
    else jsonb_build_object('named', (select coalesce(jsonb_agg(c.content_id), '[]'::jsonb)
      from sluice.claims c join sluice.scopes s on s.id = c.scope join sluice.agents a on a.id = c.agent
      where s.key = p_scope and c.content_id = any (p_content_ids) and a.agent <> p_agent)) end
$$;
