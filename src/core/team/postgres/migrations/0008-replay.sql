-- After this database took the place of a newer one, as a backup that was put back or a copy that was behind: its agents tell again what
-- they hold (docs/adr/0036).

-- What landed by agents that have told all and do not tell of it was given up in the lost time: it belongs to whoever stands for it by
-- what is told now, or ends. `p_agent` null: of all agents.
create function sluice.end_given_up(p_agent int) returns void language plpgsql as $$
declare
  c sluice.claims;
  heir sluice.holdings;
  number int := (select x.restores from sluice.team x);
begin
  for c in
    select x.* from sluice.claims x join sluice.agents a on a.id = x.agent
      where x.replayed < number and a.replayed = number and x.seq is not null and x.at < (select t.restored_at from sluice.team t)
        and (p_agent is null or x.agent = p_agent) for update of x
  loop
    select h.* into heir from sluice.holdings h join sluice.agents a on a.id = h.agent
      where h.scope = c.scope and h.sha256 = c.sha256 order by a.seen_at desc, h.upload limit 1;
    if not found then
      delete from sluice.claims x where x.scope = c.scope and x.sha256 = c.sha256;
      continue;
    end if;
    delete from sluice.holdings h where h.scope = heir.scope and h.sha256 = heir.sha256 and h.agent = heir.agent and h.upload = heir.upload;
    update sluice.claims x set agent = heir.agent, upload = heir.upload, epoch = nextval('sluice.epochs'), replayed = number,
        sender = coalesce(x.sender, x.agent) where x.scope = c.scope and x.sha256 = c.sha256;
  end loop;
end $$;

-- Goes on once every agent that lives has told its claims, and those that were cut off had time to come back. Who sleeps tells its own
-- when it wakes.
create function sluice.end_restoring() returns void language plpgsql as $$
begin
  if not (select x.restoring from sluice.team x) then return; end if;
  update sluice.team x set restoring = false where x.restoring and x.restored_at + interval '60 s' <= sluice.now_()
    and not exists (select from sluice.agents a where a.replayed < x.restores and a.lease_until > sluice.now_());
  if found then perform sluice.end_given_up(null); end if;
end $$;

-- Of these documents and slots those that another agent's claim names as it was told since: that agent answers for them.
create function sluice_v1.told_by_others(p_agent uuid, p_scope text, p_content_ids text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('named', coalesce(jsonb_agg(c.content_id), '[]'::jsonb))
    from sluice.claims c join sluice.scopes s on s.id = c.scope join sluice.agents a on a.id = c.agent
    where s.key = p_scope and c.content_id = any (p_content_ids) and a.agent <> p_agent
      and c.replayed = (select x.restores from sluice.team x)
$$;

-- Claims of one scope as their agent has them: what is missing is written, and of two the later epoch counts. For each its epoch, or null
-- where somebody else has the claim. Without an epoch (0) it stands for somebody else's document, of
-- the same key or, where `p_scope` is a circle, of another. With `p_is_all` nothing else of that
-- agent is true any more. `isOwn`: sent before its agent joined, so it has no epoch yet; it gets one unless somebody has these bytes. `twice`:
-- places of those whose bytes are there as another document besides. Once the others have told theirs, one that stands for a document that
-- nobody has any more gets null: it was deleted while nobody knew of this one. `restoring`: that is still to come.
create function sluice_v1.replay(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_scope text, p_claims jsonb, p_is_all boolean
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  c sluice.claims;
  r record;
  the_scope int;
  number int;
  next bigint;
  epochs jsonb := '[]';
  twice jsonb := '[]';
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  select x.restores into strict number from sluice.team x;
  select s.id into the_scope from sluice.scopes s where s.key = p_scope;
  for r in
    select decode(x.value ->> 'sha256', 'hex') as hash, (x.value ->> 'size')::bigint as size, (x.value ->> 'upload')::uuid as upload,
      (x.value ->> 'epoch')::bigint as epoch, x.value ->> 'contentId' as content_id, x.value ->> 'proof' as proof, (x.value ->> 'isLanded')::boolean as is_landed,
      left(x.value ->> 'fileName', 1000) as file_name, coalesce((x.value ->> 'isShared')::boolean, false) as shared,
      coalesce((x.value ->> 'isOwn')::boolean, false) as is_own, x.ordinality::int - 1 as place
    from jsonb_array_elements(p_claims) with ordinality x order by x.ordinality
  loop
    c := null;
    if r.is_own then
      the_scope := sluice.scope_of(p_scope);
      insert into sluice.claims (scope, sha256, size, agent, upload, epoch, replayed, at)
        values (the_scope, r.hash, r.size, me.id, r.upload, nextval('sluice.epochs'), number, sluice.now_()) on conflict do nothing;
      select * into strict c from sluice.claims x where x.scope = the_scope and x.sha256 = r.hash for update;
      -- Whoever named no slot yet finds out before the first byte.
      if c.agent <> me.id and c.content_id is null and r.is_landed then
        update sluice.claims x set agent = me.id, upload = r.upload, epoch = nextval('sluice.epochs') where x.scope = c.scope and x.sha256 = c.sha256
          returning x.* into c;
      end if;
      if c.agent = me.id and c.upload = r.upload then
        r.epoch := c.epoch;
      elsif r.is_landed then
        if c.content_id is distinct from r.content_id then twice := twice || to_jsonb(r.place); end if;
        insert into sluice.holdings (scope, sha256, agent, upload, replayed) values (the_scope, r.hash, me.id, r.upload, number)
          on conflict (scope, sha256, agent, upload) do update set replayed = number;
        epochs := epochs || '0'::jsonb;
        continue;
      else
        epochs := epochs || 'null'::jsonb;
        continue;
      end if;
    elsif r.epoch = 0 then
      select x.* into c from sluice.claims x join sluice.scopes s on s.id = x.scope
        where x.sha256 = r.hash and (s.key = p_scope or s.circle = p_scope and x.shared) order by s.key <> p_scope limit 1 for update of x;
      if c.seq is null and not (select x.restoring from sluice.team x) then
        epochs := epochs || 'null'::jsonb;
        continue;
      elsif c.agent = me.id and c.upload = r.upload then
        update sluice.claims x set replayed = number where x.scope = c.scope and x.sha256 = c.sha256;
      elsif coalesce(c.scope, the_scope) is not null then
        insert into sluice.holdings (scope, sha256, agent, upload, replayed)
          values (coalesce(c.scope, the_scope), r.hash, me.id, r.upload, number)
          on conflict (scope, sha256, agent, upload) do update set replayed = number;
      end if;
      epochs := epochs || '0'::jsonb;
      continue;
    end if;
    the_scope := sluice.scope_of(p_scope);
    select * into c from sluice.claims x where x.scope = the_scope and x.sha256 = r.hash for update;
    if c.epoch is null and not (r.is_landed and r.content_id is null) then
      -- Of another database: no later epoch is lower.
      if r.epoch > (select x.last_value from sluice.epochs x) then perform setval('sluice.epochs', r.epoch); end if;
      insert into sluice.claims (scope, sha256, size, agent, upload, epoch, at)
        values (the_scope, r.hash, r.size, me.id, r.upload, r.epoch, sluice.now_())
        on conflict do nothing returning * into c;
    end if;
    if c.epoch is null or (c.agent <> me.id and c.epoch >= r.epoch) then
      if r.is_landed and c.seq is not null and c.content_id <> r.content_id then twice := twice || to_jsonb(r.place); end if;
      epochs := epochs || 'null'::jsonb;
      continue;
    end if;
    r.is_landed := r.is_landed and coalesce(r.content_id, c.content_id) is not null;
    next := case when r.is_landed then c.seq end;
    if r.is_landed and next is null then
      update sluice.scopes s set head = s.head + 1 where s.id = the_scope returning s.head into next;
    end if;
    update sluice.claims x set agent = me.id, upload = r.upload, size = r.size, epoch = r.epoch, replayed = number, seq = next,
        content_id = case when r.is_landed then coalesce(r.content_id, c.content_id) else r.content_id end,
        proof = case when r.is_landed and r.content_id is null then c.proof else r.proof end, at = sluice.now_(),
        file_name = coalesce(r.file_name, c.file_name), shared = r.shared
      where x.scope = c.scope and x.sha256 = c.sha256;
    epochs := epochs || to_jsonb(r.epoch);
  end loop;
  if p_is_all and me.replayed < number then
    delete from sluice.claims x where x.agent = me.id and x.replayed < number and x.seq is null;
    delete from sluice.holdings h where h.agent = me.id and h.replayed < number;
    update sluice.agents a set replayed = number where a.id = me.id;
    if (select x.restoring from sluice.team x) then perform sluice.end_restoring();
    else perform sluice.end_given_up(me.id); end if;
  end if;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'replayed', 'epochs', epochs, 'twice', twice,
    'restoring', (select x.restoring from sluice.team x)));
end $$;
