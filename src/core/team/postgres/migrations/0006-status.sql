-- What people see of the team: no hash, no content id, no scope.
create function sluice_v1.status() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'schema', sluice.schema_version(), 'oldest', t.oldest, 'restored', t.restored_at is not null,
    'places', t.places, 'perMinute', t.per_minute, 'reserve', t.reserve, 'budgetOf', t.budget_of,
    'placesTaken', (select count(*) from sluice.leases l join sluice.agents a on a.id = l.agent and a.incarnation = l.incarnation
      where l.kind = 'place' and a.lease_until > sluice.now_()),
    'agents', coalesce((select jsonb_agg(jsonb_build_object('agent', a.agent, 'name', a.name, 'version', a.version,
        'protocol', a.protocol, 'alive', a.lease_until > sluice.now_(),
        'seenMs', greatest(0, sluice.milliseconds(a.seen_at, sluice.now_())),
        'sending', (select count(*) from sluice.claims c where c.agent = a.id and c.seq is null)) order by a.name, a.id)
      from sluice.agents a), '[]'::jsonb))
  from sluice.team t
$$;
