-- What people see of the team, and the one thing they do to all of it. No hash, no content id, no scope is told.

-- Requests that the service still counts, by agent; `p_id` null: of all.
create function sluice.used(p_id int) returns bigint language sql stable as $$
  select coalesce(sum(x.n), 0) from sluice.budget_used x where x.free_at > sluice.now_() and (p_id is null or x.agent = p_id) $$;

create function sluice_v1.status() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'schema', sluice.schema_version(), 'oldest', t.oldest, 'restored', t.restoring,
    'places', t.places, 'perMinute', t.per_minute, 'reserve', t.reserve, 'budgetOf', t.budget_of,
    'placesTaken', (select count(*) from sluice.leases l join sluice.agents a on a.id = l.agent and a.incarnation = l.incarnation
      where l.kind = 'place' and a.lease_until > sluice.now_()),
    -- Where each key has a limit of its own, as many as keys were used with.
    'permitted', t.per_minute * greatest(1, (select count(distinct l.budget) from sluice.budget_lives l
      where l.seen_at > sluice.now_() - interval '60 s')),
    'used', sluice.used(null),
    'landed', (select coalesce(sum(s.head), 0) from sluice.scopes s),
    'sending', (select count(*) from sluice.claims c where c.seq is null),
    'paused', (select sluice.told_pause(p) from sluice.pauses p where p.agent = 0),
    'agents', coalesce((select jsonb_agg(sluice.member(a.id) || jsonb_build_object('version', a.version,
        'protocol', a.protocol, 'alive', a.lease_until > sluice.now_(),
        'seenMs', greatest(0, sluice.milliseconds(a.seen_at, sluice.now_())),
        'queue', a.queue, 'used', sluice.used(a.id),
        'paused', (select sluice.told_pause(p) from sluice.pauses p where p.agent = a.id),
        'sending', (select count(*) from sluice.claims c where c.agent = a.id and c.seq is null)) order by a.name, a.id)
      from sluice.agents a where a.lease_until > '-infinity'
        or exists (select from sluice.claims c where c.agent = a.id and c.seq is null)), '[]'::jsonb))
  from sluice.team t
$$;

-- Nobody is paused twice: who did it first is named. Everybody (`p_whom` null) and each agent are paused and resumed apart, so that
-- whoever was paused on purpose stays so when the team goes on. Each hears of it with its next report or renewal, within a third of its lease.
create function sluice_v1.pause(
  p_agent uuid, p_incarnation uuid, p_write bigint, p_acknowledged bigint, p_whom uuid, p_paused boolean
) returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me sluice.agents;
  b record;
  whom int := 0;
begin
  b := sluice.begin_write(p_agent, p_incarnation, p_write, p_acknowledged);
  if b.early is not null then return b.early; end if;
  me := b.me;
  if p_whom is not null then
    select a.id into whom from sluice.agents a where a.agent = p_whom;
    if not found then return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'nobody') || sluice.standing(me.id)); end if;
  end if;
  if p_paused then
    insert into sluice.pauses (agent, by, at) values (whom, me.name, sluice.now_()) on conflict (agent) do nothing;
  else
    delete from sluice.pauses p where p.agent = whom;
  end if;
  return sluice.end_write(me.id, p_write, jsonb_build_object('kind', 'written') || sluice.standing(me.id));
end $$;

-- A person says that a machine is gone: nobody waits for its lease and grace any more. What it was about to send is free, and a slot it
-- named is looked at by whoever asks next. A machine that lives is left alone; one that comes back finds its lease lapsed, and joins anew.
create function sluice_v1.release_agent(p_agent uuid) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone sluice.agents;
  unnamed bigint;
begin
  select * into gone from sluice.agents a where a.agent = p_agent for no key update;
  if not found then return jsonb_build_object('kind', 'unknown'); end if;
  if gone.lease_until > sluice.now_() then return jsonb_build_object('kind', 'alive'); end if;
  update sluice.agents a set lease_until = '-infinity' where a.id = gone.id;
  update sluice.leases set agent = null, incarnation = null, token = null where agent = gone.id;
  delete from sluice.claims c where c.agent = gone.id and c.seq is null and c.content_id is null;
  get diagnostics unnamed = row_count;
  return jsonb_build_object('kind', 'released', 'claims', unnamed,
    'slots', (select count(*) from sluice.claims c where c.agent = gone.id and c.seq is null));
end $$;

-- A person pauses or resumes from a command line: no agent lives in that process, so nothing is numbered, and twice is as once. `p_by` is
-- the name of the machine they are at.
create function sluice_v1.pause_as(p_by text, p_whom uuid, p_paused boolean) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  whom int := 0;
begin
  if p_whom is not null then
    select a.id into whom from sluice.agents a where a.agent = p_whom;
    if not found then return jsonb_build_object('kind', 'nobody'); end if;
  end if;
  if p_paused then
    insert into sluice.pauses (agent, by, at) values (whom, p_by, sluice.now_()) on conflict (agent) do nothing;
  else
    delete from sluice.pauses p where p.agent = whom;
  end if;
  return jsonb_build_object('kind', 'written');
end $$;
