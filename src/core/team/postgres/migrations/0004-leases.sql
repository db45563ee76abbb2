-- Places, roles and watched folders: each has one holder, as long as the lease of its life holds.

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
  if p_kind = 'place' and sluice.pause_of(me.id) is not null then
    return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'held', 'by', null));
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
      return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'ours'));
    end if;
  end loop;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'held', 'by',
    (select sluice.member(x.agent) from sluice.leases x where p_kind <> 'place' and x.kind = p_kind and x.key = p_key)));
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
