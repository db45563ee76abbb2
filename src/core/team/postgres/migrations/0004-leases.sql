-- Places and roles: each has one holder, as long as the lease of its life holds.

-- Agents that wait for a place, until they are looked for no more. Without a log: it is told again with each look.
create unlogged table sluice.waiting (
  agent int primary key,
  until timestamptz not null
) with (fillfactor = 50);

-- In how many ms an agent is to look again: so that all who wait make twenty looks a second together, or two for each place.
create function sluice.wait_for_place(p_agent int) returns int language plpgsql as $$
declare
  t timestamptz := sluice.now_();
  waiting int;
  wait_ms int;
begin
  select count(*) + 1 into waiting from sluice.waiting w where w.agent <> p_agent and w.until > t and w.until <= t + interval '1 minute';
  select least(greatest(250, waiting * 1000 / greatest(20, 2 * x.places)), 20000) into strict wait_ms from sluice.team x;
  insert into sluice.waiting values (p_agent, t + wait_ms * interval '2 ms')
    on conflict (agent) do update set until = excluded.until;
  return wait_ms;
end $$;

-- Whether this agent has to leave the next free place to another one. `p_key` is `again` where it has just given a place back. Agents that
-- are paused get no place, so no one gives way to them.
create function sluice.gives_way(p_agent int, p_key text) returns boolean language plpgsql as $$
declare
  waiting int;
begin
  select count(*) into waiting from sluice.waiting w
    where w.agent <> p_agent and w.until > sluice.now_() and w.until <= sluice.now_() + interval '1 minute' and sluice.pause_of(w.agent) is null;
  if waiting = 0 or p_key = 'again' then return waiting > 0; end if;
  -- Its share, rounded up: so that of those who wait for a free place, one may take it.
  return (select count(*) * (waiting + 1) >= (select x.places from sluice.team x)
    from sluice.leases l where l.agent = p_agent and l.kind = 'place' and l.token is not null);
end $$;

create function sluice_v1.take(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_kind text, p_key text, p_token uuid
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  l sluice.leases;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  -- Nothing is sent without a place: also an agent that knows no pauses keeps them.
  if p_kind = 'place' and (sluice.pause_of(me.id) is not null or sluice.gives_way(me.id, p_key)) then
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'held', 'by', null, 'waitMs', sluice.wait_for_place(me.id)));
  end if;
  if p_kind <> 'place' then
    insert into sluice.leases (kind, key) values (p_kind, p_key) on conflict (kind, key) do nothing;
  end if;
  -- First a look without locks, so that who only waits writes nothing but its own row.
  for l in
    select x.* from sluice.leases x left join sluice.agents a on a.id = x.agent and a.incarnation = x.incarnation
      where x.kind = p_kind and (p_kind = 'place' or x.key = p_key)
        and (x.token is null or a.id is null or a.lease_until <= sluice.now_())
      for update of x skip locked
  loop
    if l.token is null or (l.agent <> me.id and not sluice.is_alive(l.agent, l.incarnation, interval '0')) then
      update sluice.leases x set agent = me.id, incarnation = me.incarnation, token = p_token where x.kind = l.kind and x.key = l.key;
      delete from sluice.waiting w where p_kind = 'place' and w.agent = me.id;
      return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'ours'));
    end if;
  end loop;
  if p_kind = 'place' then
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'held', 'by', null, 'waitMs', sluice.wait_for_place(me.id)));
  end if;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'held', 'by',
    (select sluice.member(x.agent) from sluice.leases x where x.kind = p_kind and x.key = p_key)));
end $$;

-- Frees what was taken by that token; what somebody else has by now stays theirs.
create function sluice_v1.give_back(p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_token uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  update sluice.leases x set agent = null, incarnation = null, token = null where x.agent = me.id and x.token = p_token;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'written'));
end $$;
