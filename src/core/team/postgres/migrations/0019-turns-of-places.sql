-- Machines of a team pass places on within the machine (docs/adr/0051), so the database limits what one machine takes while others wait.

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

create or replace function sluice_v1.take(
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
